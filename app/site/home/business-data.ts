import { shareImagePath } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { advisorData, areaServed, practiceReference } from "#app/pages/structured-data.ts";
import { practice } from "#content/practice.ts";

/**
 * Structured data about the firm (schema.org FinancialService), limited to what the page says. It contains no rating, because search
 * engines ignore a firm's markup of its own reviews, and it would be an advertisement without the required disclosures.
 * @param siteUrl the site's URL without a trailing slash
 */
export function businessData(siteUrl: string) {
  const { street, city, state, postalCode } = practice.postalAddress;
  return {
    "@context": "https://schema.org",
    ...practiceReference(siteUrl),
    legalName: practice.advisoryLlc,
    description: pages.home.description,
    telephone: practice.phone.dial,
    email: practice.email,
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: city,
      addressRegion: state,
      postalCode,
      addressCountry: "US",
    },
    employee: advisorData(siteUrl),
    image: siteUrl + shareImagePath("/"),
    areaServed,
    knowsAbout: practice.topics,
  };
}
