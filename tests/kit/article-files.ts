import { readdirSync } from "node:fs";
import { articlePath } from "#content/article-format/article-address.ts";

/**
 * The paths of the articles in `content/articles/`, such as `/blog/why-plan-before-loi`. Browser tests run without the bundler, which reads
 * the files for the site.
 */
export function articlePaths(): string[] {
  return readdirSync("content/articles")
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => articlePath(file.slice(0, -".mdx".length)));
}
