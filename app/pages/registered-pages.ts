import { contentPages, documentPages } from "./content-pages.ts";
import { pages, type Page } from "./registry.ts";

const { home, reviews, ...others } = pages;

/** Every page that is no article, in the order in which lists of pages show them. */
export const registeredPages: readonly Page[] = [
  home,
  reviews,
  ...Object.values(contentPages),
  ...Object.values(documentPages),
  ...Object.values(others),
];
