import { practice } from "#content/practice.ts";
import type { Page } from "./registry.ts";

/** Search results cut off longer titles. */
export const maxTitleLength = 60;

/** Returns the full text of a page's `<title>`. The firm's name is omitted where it would exceed the limit. */
export function getFullTitle(page: Page): string {
  const title = page.searchTitle ?? page.title;
  const full = page.path === "/" ? `${practice.firmName}: ${title}` : `${title} | ${practice.firmName}`;
  return full.length > maxTitleLength ? title : full;
}
