import { practice } from "#content/practice.ts";
import type { Page } from "./registry.ts";

/** The identifier by which all structured data names the practice. @param siteUrl without a slash at the end */
export function practiceId(siteUrl: string): string {
  return `${siteUrl}/#practice`;
}

/** The practice in a few words, for data that is about something else; the home page says all of it. */
export function practiceReference(siteUrl: string) {
  return {
    "@type": "FinancialService",
    "@id": practiceId(siteUrl),
    name: practice.firmName,
    url: `${siteUrl}/`,
  };
}

/** The advisor as the author of what the site says. */
export function advisorData(siteUrl: string) {
  return {
    "@type": "Person",
    "@id": `${siteUrl}/about#advisor`,
    name: practice.advisor.name,
    jobTitle: practice.advisor.role,
    url: `${siteUrl}/about`,
  };
}

/**
 * Where a page stands below the home page.
 * @param trail the pages on the way, the page itself last
 */
export function breadcrumbData(siteUrl: string, trail: readonly Pick<Page, "path" | "title">[]) {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: [{ path: "/", title: "Home" }, ...trail].map(({ path, title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: title,
      item: siteUrl + path,
    })),
  };
}
