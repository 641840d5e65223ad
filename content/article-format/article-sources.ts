import { released } from "#content/release/release.ts";

/**
 * The sources of the articles by slug, the part of their URL after `/blog/`. A slug is the name of a file in `content/articles/`. Browsers
 * receive no article, so that the texts do not add to their scripts.
 */
export const articleSources: Readonly<Record<string, string>> = released(
  "articles",
  import.meta.env.SSR
    ? toSlugs(
        import.meta.glob<string>("/content/articles/*.mdx", {
          query: "?raw",
          import: "default",
          eager: true,
        }),
      )
    : {},
);

function toSlugs(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([file, source]) => [
      file.slice(file.lastIndexOf("/") + 1, -".mdx".length),
      source,
    ]),
  );
}
