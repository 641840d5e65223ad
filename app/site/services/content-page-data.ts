import { documentPages } from "#app/pages/content-pages.ts";
import { advisorData, practiceReference } from "#app/pages/structured-data.ts";
import type { ContentPage } from "#content/document-schema.ts";

/** Structured data about the service or the advisor that a page presents. */
export function contentPageData({ subject, path, title, description }: ContentPage, siteUrl: string): object {
  if (subject === "advisor") {
    return {
      "@context": "https://schema.org",
      ...advisorData(siteUrl),
      worksFor: practiceReference(siteUrl),
    };
  }
  return {
    "@context": "https://schema.org",
    "@type": "Service",
    name: title,
    description,
    url: siteUrl + path,
    provider: practiceReference(siteUrl),
    areaServed: { "@type": "Country", name: "United States" },
    audience: { "@type": "BusinessAudience", audienceType: "Owners of companies worth $10M or more" },
    termsOfService: `${siteUrl}${documentPages.formCrs.path}`,
  };
}
