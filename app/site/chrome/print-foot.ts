import { listArticles } from "#app/pages/articles.ts";
import { registeredPages } from "#app/pages/content-pages.ts";
import { pages } from "#app/pages/registry.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import { practice } from "#content/practice.ts";

/**
 * The style sheet that prints the firm, the page, the day of its last change and its address at the foot of every sheet, because loose sheets
 * are passed on. Page margins cannot read the document, so the words are in the style sheet.
 * @param path the page's path. A result has no address, because it is secret; unknown paths have only the firm's name.
 */
export function printFoot(path: string): string {
  const page = [...registeredPages, ...listArticles()].find((each) => each.path === path);
  const isResult = path.startsWith(`${pages.assessment.path}/result/`);
  const words = [
    practice.firmName,
    ...(page === undefined ? [] : [page.title]),
    ...(isResult ? [pages.assessmentResult.title] : []),
    ...(page?.modified === undefined ? [] : [longDate(page.modified)]),
  ];
  const lines = [words.join(" · "), ...(page === undefined ? [] : [`${practice.website}${path}`])];
  // The line break of a style sheet.
  const content = lines.map((line) => JSON.stringify(line)).join(String.raw` "\A " `);
  return `@page{@bottom-left{content:${content};white-space:pre-line}}`;
}
