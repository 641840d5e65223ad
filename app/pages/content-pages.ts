import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { formAdvPart2b } from "#content/disclosures/form-adv-part-2b.ts";
import { formCrs } from "#content/disclosures/form-crs.ts";
import { privacyPolicy } from "#content/disclosures/privacy-policy.ts";
import type { ContentPage, RegulatoryDocument } from "#content/document-schema.ts";
import { about } from "#content/pages/about.ts";
import { businessValuation } from "#content/pages/business-valuation.ts";
import { exitPlanning } from "#content/pages/exit-planning.ts";
import { successionPlanning } from "#content/pages/succession-planning.ts";
import { taxStrategies } from "#content/pages/tax-strategies.ts";
import { practice } from "#content/practice.ts";
import type { Page, PageGroup } from "./registry.ts";

/** The service pages and the page about the adviser, with their words. */
export const contentPages = {
  exitPlanning: contentPage(`/${practice.servicePageSlug}`, exitPlanning, "main"),
  businessValuation: contentPage("/business-valuation", businessValuation, "main"),
  taxStrategies: contentPage("/tax-strategies", taxStrategies, "main"),
  successionPlanning: contentPage("/succession-planning", successionPlanning, "main"),
  about: contentPage("/about", about),
} as const;

/** The documents that the law asks for, with their words. */
export const documentPages = {
  formCrs: documentPage("/form-crs", formCrs, "regulatory"),
  formAdvPart2a: documentPage("/form-adv-part-2a", formAdvPart2a, "regulatory"),
  /** The same brochure as text, for those to whom a PDF is a wall. */
  formAdvPart2aText: documentPage("/form-adv-part-2a/text", formAdvPart2a),
  formAdvPart2b: documentPage("/form-adv-part-2b", formAdvPart2b, "regulatory"),
  privacyPolicy: documentPage("/privacy-policy", privacyPolicy, "regulatory"),
} as const;

type ContentPageEntry = Page & { content: ContentPage };
type DocumentPageEntry = Page & { document: RegulatoryDocument };

/** The service or adviser page at an address. @throws where `routes.ts` has a route that is not registered here */
export function contentPageAt(path: string): ContentPageEntry {
  return pageAt<ContentPageEntry>(Object.values(contentPages), path);
}

/** The regulatory document at an address. @throws where `routes.ts` has a route that is not registered here */
export function documentPageAt(path: string): DocumentPageEntry {
  return pageAt<DocumentPageEntry>(Object.values(documentPages), path);
}

function pageAt<Entry extends Page>(entries: readonly Entry[], path: string): Entry {
  const page = entries.find((entry) => entry.path === path);
  if (page === undefined) throw new Error(`app/pages/content-pages.ts has no page for the route ${path}`);
  return page;
}

function contentPage(path: string, content: ContentPage, group?: PageGroup): ContentPageEntry {
  const { title, description, modified } = content;
  return {
    path,
    title,
    description,
    index: true,
    modified,
    content,
    ...(group === undefined ? {} : { group }),
  };
}

function documentPage(path: string, document: RegulatoryDocument, group?: PageGroup): DocumentPageEntry {
  const { title, description, date } = document;
  return {
    path,
    title,
    description,
    index: true,
    modified: date,
    document,
    ...(group === undefined ? {} : { group }),
  };
}
