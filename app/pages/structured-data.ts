import { practice } from "#content/practice.ts";
import { getPortraitUrl } from "./portrait/portrait-url.ts";
import type { Page } from "./page.ts";

/** The identifier of the firm in all structured data. @param siteUrl without a trailing slash */
export function practiceId(siteUrl: string): string {
  return `${siteUrl}/#practice`;
}

/** A reference to the firm for data about other things, with its logo. The home page has the complete data. */
export function practiceReference(siteUrl: string) {
  return {
    "@type": "FinancialService",
    "@id": practiceId(siteUrl),
    name: practice.firmName,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
  };
}

/** The advisor, as the author of the site's content. */
export function advisorData(siteUrl: string) {
  return {
    "@type": "Person",
    "@id": `${siteUrl}/about#advisor`,
    name: practice.advisor.name,
    jobTitle: practice.advisor.role,
    url: `${siteUrl}/about`,
  };
}

/** The advisor as the subject of a page, with credential, subjects and employer. */
export function advisorProfile(siteUrl: string) {
  const { credential, fullName, portrait } = practice.advisor;
  const image = portrait === undefined ? undefined : getPortraitUrl(portrait);
  return {
    "@context": "https://schema.org",
    ...advisorData(siteUrl),
    alternateName: fullName,
    honorificSuffix: credential.mark,
    hasCredential: {
      "@type": "EducationalOccupationalCredential",
      name: credential.name,
      credentialCategory: "certification",
      recognizedBy: { "@type": "Organization", name: credential.issuer, url: credential.verifyUrl },
    },
    knowsAbout: practice.topics,
    ...(image === undefined ? {} : { image: siteUrl + image }),
    worksFor: practiceReference(siteUrl),
  };
}

/** Where the firm offers its services. */
export const areaServed = { "@type": "Country", name: "United States" } as const;

/** The pages from the home page to this one. */
export function breadcrumbData(
  siteUrl: string,
  { parent, ...page }: Pick<Page, "path" | "title" | "parent">,
) {
  const trail = [{ path: "/", title: "Home" }, ...(parent === undefined ? [] : [parent]), page];
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ path, title }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: title,
      item: siteUrl + path,
    })),
  };
}
