import { readdirSync } from "node:fs";

/** The paths of all articles, such as `/blog/why-plan-before-loi`, derived from their files. */
export function articlePaths(): string[] {
  return readdirSync("content/articles")
    .filter((file) => file.endsWith(".mdx"))
    .map((file) => `/blog/${file.slice(0, -".mdx".length)}`);
}
