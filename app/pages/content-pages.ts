import { contentPages as contents } from "#content/pages/content-pages.ts";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { formAdvPart2b } from "#content/disclosures/form-adv-part-2b.ts";
import { formCrs } from "#content/disclosures/form-crs.ts";
import { privacyPolicy } from "#content/disclosures/privacy-policy.ts";
import type { ContentPage, RegulatoryDocument } from "#content/document-schema.ts";
import { fillTaxFigures, latestTaxFigures, type TaxFigures } from "#content/tax-facts.ts";
import { menu } from "#content/menu.ts";
import type { Page } from "./page.ts";
import { pages } from "./registry.ts";

type ContentPageEntry = Page & { content: ContentPage };
type DocumentPageEntry = Page & { document: RegulatoryDocument };

/** The route modules of the pages in `content/pages/`. */
const routeFiles: Record<ContentPage["subject"], string> = {
  service: "site/services/content-page.route.tsx",
  advisor: "site/about/about.route.tsx",
};

/** The pages in `content/pages/`, with placeholders for yearly tax figures. Those in the menu are also in the page index. */
export const contentPages: readonly ContentPageEntry[] = Object.values<ContentPage>(contents).map(
  (content) => ({
    path: content.path,
    file: routeFiles[content.subject],
    get title() {
      return content.title;
    },
    get description() {
      return content.description;
    },
    index: true,
    get modified() {
      return content.modified;
    },
    get group() {
      return isInMenu(content.path) ? "main" : undefined;
    },
    content,
  }),
);

const formAdvPart2aPage = documentPage("/form-adv-part-2a", formAdvPart2a, {
  searchTitle: "Form ADV Part 2A: Brochure",
  file: "compliance/disclosures/brochure.route.tsx",
  group: "regulatory",
});

/** The documents that regulations require. */
export const documentPages = {
  formCrs: documentPage("/form-crs", formCrs, {
    searchTitle: "Form CRS: Relationship Summary",
    group: "regulatory",
  }),
  formAdvPart2a: formAdvPart2aPage,
  /** The brochure as text, for readers who cannot use a PDF. */
  formAdvPart2aText: documentPage("/form-adv-part-2a/text", formAdvPart2a, {
    searchTitle: "Form ADV Part 2A as Text",
    parent: formAdvPart2aPage,
  }),
  formAdvPart2b: documentPage("/form-adv-part-2b", formAdvPart2b, {
    searchTitle: "Form ADV Part 2B: Supplement",
    group: "regulatory",
  }),
  privacyPolicy: documentPage("/privacy-policy", privacyPolicy, { group: "regulatory" }),
} as const;

const { home, reviews, ...otherPages } = pages;

/** All pages except articles, in the order of the page index. */
export const registeredPages: readonly Page[] = [
  home,
  reviews,
  ...contentPages,
  ...Object.values(documentPages),
  ...Object.values(otherPages),
];

/** Finds the content page of a route, with the figures of a tax year. @throws if the path is not registered */
export function getContentPage(path: string, figures: TaxFigures = latestTaxFigures): ContentPageEntry {
  return fillTaxFigures(getPage(contentPages, path), figures);
}

/** Finds the regulatory document of a route. @throws if the path is not registered */
export function getDocumentPage(path: string): DocumentPageEntry {
  return getPage(Object.values(documentPages), path);
}

function getPage<Entry extends Page>(entries: readonly Entry[], path: string): Entry {
  const page = entries.find((entry) => entry.path === path);
  if (page === undefined) throw new Error(`app/pages/content-pages.ts has no page for the route ${path}.`);
  return page;
}

function isInMenu(path: string): boolean {
  return menu.some(({ links }) => links !== "articles" && links.some((link) => link.path === path));
}

function documentPage(
  path: string,
  document: RegulatoryDocument,
  options: Pick<Page, "file" | "group" | "parent" | "searchTitle">,
): DocumentPageEntry {
  return {
    path,
    file: "compliance/disclosures/disclosure.route.tsx",
    get title() {
      return document.title;
    },
    get description() {
      return document.description;
    },
    index: true,
    get modified() {
      return document.date;
    },
    document,
    // “Firm Brochure” alone does not say which document a shared link leads to.
    get shareTitle() {
      return options.searchTitle ?? document.title;
    },
    ...options,
  };
}
