import { documentPages } from "#app/pages/content-pages.ts";
import { areaServed, practiceReference } from "#app/pages/structured-data.ts";
import type { ContentPage } from "#content/document-schema.ts";

/** Structured data about the service that a page presents. */
export function contentPageData({ path, title, description }: ContentPage, siteUrl: string): object {
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: title,
    description,
    url: siteUrl + path,
    provider: practiceReference(siteUrl),
    areaServed,
    audience: { "@type": "BusinessAudience", audienceType: "Owners of companies worth $10M or more" },
    termsOfService: `${siteUrl}${documentPages.formCrs.path}`,
  };
}
