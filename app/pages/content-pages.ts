import type { ContentPage, RegulatoryDocument } from "#content/document-schema.ts";
import { pages, type Page } from "./registry.ts";

/** The service or adviser page at an address. @throws where `routes.ts` has a route that the registry does not know */
export function contentPageAt(path: string): Page & { content: ContentPage } {
  const page: Page | undefined = Object.values(pages).find((each) => each.path === path);
  if (page?.content === undefined) throw new Error(`The registry has no content page for the route ${path}`);
  return { ...page, content: page.content };
}

/** The regulatory document at an address. @throws where `routes.ts` has a route that the registry does not know */
export function documentPageAt(path: string): Page & { document: RegulatoryDocument } {
  const page: Page | undefined = Object.values(pages).find((each) => each.path === path);
  if (page?.document === undefined) throw new Error(`The registry has no document for the route ${path}`);
  return { ...page, document: page.document };
}
