import { pages } from "#app/pages/registry.ts";
import { advisorData, practiceReference } from "#app/pages/structured-data.ts";
import { practice } from "#content/practice.ts";
import { services } from "#content/services.ts";

/**
 * The practice as search engines read it (schema.org FinancialService). It holds what the page says and nothing else: no
 * rating: a firm’s markup of reviews of itself is ignored, and would be an advertisement without its disclosures.
 * @param siteUrl the site's own address, without a slash at the end
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
    knowsAbout: services.map(({ title }) => title),
  };
}
