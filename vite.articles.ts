import mdx from "@mdx-js/rollup";
import extractToc from "@stefanprobst/rehype-extract-toc";
import exportToc from "@stefanprobst/rehype-extract-toc/mdx";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import type { PluginOption } from "vite";

/** Compiles `content/articles/*.mdx` into modules that export `frontmatter`, `tableOfContents` and the text as a component. */
export function articles(): PluginOption {
  return {
    ...mdx({
      remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
      rehypePlugins: [rehypeSlug, extractToc, exportToc],
    }),
    // MDX must be compiled before React Router's plugins process the files.
    enforce: "pre",
    // The plugin has Rollup's plugin type. Vite runs Rollup plugins too.
  } as PluginOption;
}
