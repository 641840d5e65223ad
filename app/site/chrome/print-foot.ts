import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import { practice } from "#content/practice.ts";

/**
 * The style sheet that prints the firm, the page and the day of its last change at the foot of every sheet, because loose sheets are passed
 * on. Page margins cannot read the document, so the words are in the style sheet.
 * @param path the page's path; other paths have only the firm's name
 */
export function printFoot(path: string): string {
  const page = [...registeredPages, ...listArticles()].find((each) => each.path === path);
  const words = [
    practice.firmName,
    ...(page === undefined ? [] : [page.title]),
    ...(page?.modified === undefined ? [] : [longDate(page.modified)]),
  ];
  return `@page{@bottom-left{content:${JSON.stringify(words.join(" · "))}}}`;
}
