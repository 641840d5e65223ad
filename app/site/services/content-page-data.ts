import { contentPages, documentPages } from "#app/pages/content-pages.ts";
import type { Page } from "#app/pages/registry.ts";
import { advisorData, breadcrumbData, practiceReference } from "#app/pages/structured-data.ts";

/** A service, or the advisor, as search engines read it, and where the page stands. */
export function contentPageData(page: Page, siteUrl: string): object[] {
  const trail = breadcrumbData(siteUrl, [page]);
  if (page.path === contentPages.about.path) {
    return [
      {
        "@context": "https://schema.org",
        ...advisorData(siteUrl),
        worksFor: practiceReference(siteUrl),
      },
      trail,
    ];
  }
  return [
    {
      "@context": "https://schema.org",
      "@type": "Service",
      name: page.title,
      description: page.description,
      url: siteUrl + page.path,
      provider: practiceReference(siteUrl),
      areaServed: { "@type": "Country", name: "United States" },
      audience: { "@type": "BusinessAudience", audienceType: "Owners of companies worth $10M or more" },
      termsOfService: `${siteUrl}${documentPages.formCrs.path}`,
    },
    trail,
  ];
}
