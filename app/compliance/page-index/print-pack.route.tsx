import type { Route } from "./+types/print-pack.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { contentPages, documentPages } from "#app/pages/content-pages.ts";
import type { Page } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { printedPages } from "./index-groups.ts";
import { extractShadowPart } from "./shadow-part.ts";
import { PrintPack, type PrintedPart } from "./print-pack.tsx";

export const handle = {
  scripts: "none",
  shared: true,
  visits: false,
} satisfies PageHandle;

/**
 * Loads every page as visitors receive it. An appendix has the indexed pages that are not in the page index, and the pages of upcoming events
 * other than the current one, which the sign-up page describes.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { clock, events, renderPage, siteUrl } = servicesOf(context);
  const otherEvents = events.openEvents().slice(1);
  const appendix = [
    ...[...Object.values<Page>(pages), ...contentPages]
      .filter(({ index, group }) => index && group === undefined)
      .map(({ path, title }) => ({ path, title })),
    ...otherEvents.map(({ event: { id, title } }) => ({
      path: pages.eventSignup.eventPattern.replace(":eventId", id),
      title,
    })),
  ];
  const parts: PrintedPart[] = [];
  // One after the other, so that other requests are answered in between.
  for (const { path, title } of [...printedPages(), ...appendix]) {
    const printed = printedPath(path);
    const html = extractShadowPart(await renderPage(printed), printed, parts.length + 1);
    parts.push({ path: printed, title, html });
  }
  const date = dateFormat.format(clock.now());
  return { siteUrl, date, parts, appendixFrom: parts.length - appendix.length };
}

/** Browsers do not print the PDF in the brochure's frame, so the text version is printed. */
function printedPath(path: string): string {
  return path === documentPages.formAdvPart2a.path ? documentPages.formAdvPart2aText.path : path;
}

const dateFormat = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: practice.timeZone });

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.printPack, matches);

export default function PrintPackScreen({ loaderData }: Route.ComponentProps) {
  return <PrintPack {...loaderData} />;
}
