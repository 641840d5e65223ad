import { readdirSync } from "node:fs";

/** The addresses of all articles, from the files that there are: `/blog/why-plan-before-loi` and so on. */
export function articlePaths(): string[] {
  return readdirSync("content/articles")
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => `/blog/${file.slice(0, -".mdx".length)}`);
}
