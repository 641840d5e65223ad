import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { reasonsToRead } from "#content/pages/reasons-to-read.ts";

/** An entry of a reading list: its title and why to read it. */
export type ReadingEntry = { path: string; title: string; aside: string };

/**
 * The pages and articles at some paths, to read next.
 * @throws if there is no such page
 */
export function listEntries(paths: readonly string[]): ReadingEntry[] {
  return paths.map((path) => {
    const page = [...listArticles(), ...registeredPages].find((each) => each.path === path);
    if (page === undefined) throw new Error(`A list of related pages names ${path}, which does not exist`);
    const aside = reasonsToRead[path];
    if (aside === undefined) throw new Error(`content/pages/reasons-to-read.ts does not contain ${path}`);
    return { path, title: page.title, aside };
  });
}
