import { contentPages, documentPages } from "./content-pages.ts";
import { pages, type Page } from "./registry.ts";

const { home, reviews, ...others } = pages;

/** All pages except articles, in the order of the page index. */
export const registeredPages: readonly Page[] = [
  home,
  reviews,
  ...contentPages,
  ...Object.values(documentPages),
  ...Object.values(others),
];
