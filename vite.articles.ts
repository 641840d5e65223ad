import mdx from "@mdx-js/rollup";
import extractToc from "@stefanprobst/rehype-extract-toc";
import exportToc from "@stefanprobst/rehype-extract-toc/mdx";
import rehypeSlug from "rehype-slug";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkMdxFrontmatter from "remark-mdx-frontmatter";
import type { PluginOption } from "vite";

/** Turns `content/articles/*.mdx` into modules: `frontmatter`, `tableOfContents` and the text itself. */
export function articles(): PluginOption {
  return {
    ...mdx({
      remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
      rehypePlugins: [rehypeSlug, extractToc, exportToc],
    }),
    // Before React Router's own plugins look for components.
    enforce: "pre",
    // Its type is that of Rollup, whose plugins Vite runs too.
  } as PluginOption;
}
