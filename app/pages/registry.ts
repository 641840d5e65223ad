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

/** Groups of the compliance index (specification section 2). A page without one is not in it. */
export type PageGroup = "main" | "blog" | "regulatory" | "tools" | "system";

/** One entry for each page: where it is, what it is called, whether search engines may list it. */
export type Page = {
  path: string;
  /** The text of `<title>`, without the firm's name. */
  title: string;
  description: string;
  index: boolean;
  group?: PageGroup;
  /** Day of the last change of substance, where it is known. */
  modified?: string;
  /** The words of a page that is made of sections. */
  content?: ContentPage;
  /** The words of a document that the law asks for. */
  document?: RegulatoryDocument;
};

const { city, stateName } = practice.postalAddress;

function contentPage<Path extends string>(path: Path, content: ContentPage, group?: PageGroup) {
  const { title, description } = content;
  return { path, title, description, index: true, content, ...(group === undefined ? {} : { group }) };
}

function regulatoryPage<Path extends string>(path: Path, document: RegulatoryDocument, index = true) {
  const { title, description, date } = document;
  return { path, title, description, index, modified: date, document };
}

export const pages = {
  home: {
    path: "/",
    title: `Exit planning for business owners, ${city}`,
    description: `Independent fiduciary advice for owners of $10M+ companies who are thinking about a sale: exit planning, tax, succession and estate. ${city}, ${stateName}.`,
    index: true,
    group: "main",
  },
  reviews: {
    path: "/reviews",
    title: "Client Reviews",
    description: `What clients of ${practice.firmName} have written with an independent review service, and how to read it.`,
    index: true,
    group: "main",
  },
  exitPlanning: contentPage(`/${practice.servicePageSlug}`, exitPlanning, "main"),
  businessValuation: contentPage("/business-valuation", businessValuation, "main"),
  taxStrategies: contentPage("/tax-strategies", taxStrategies, "main"),
  successionPlanning: contentPage("/succession-planning", successionPlanning, "main"),
  faqs: {
    path: "/faqs",
    title: "Questions owners ask before a sale",
    description:
      "Seventeen questions about timing, price, buyers, tax, confidentiality and fees, answered plainly for owners of $10M+ companies.",
    index: true,
    group: "main",
  },
  blog: {
    path: "/blog",
    title: "Articles for owners who may sell",
    description:
      "What we have written for owners of companies: timing, tax, fiduciary duty, and the mistakes that cost most.",
    index: true,
  },
  about: contentPage("/about", about),
  formCrs: { ...regulatoryPage("/form-crs", formCrs), group: "regulatory" },
  formAdvPart2a: {
    path: "/form-adv-part-2a",
    title: formAdvPart2a.title,
    description: formAdvPart2a.description,
    index: true,
    group: "regulatory",
    modified: formAdvPart2a.date,
  },
  formAdvPart2aText: regulatoryPage("/form-adv-part-2a/text", formAdvPart2a),
  formAdvPart2b: { ...regulatoryPage("/form-adv-part-2b", formAdvPart2b), group: "regulatory" },
  privacyPolicy: { ...regulatoryPage("/privacy-policy", privacyPolicy), group: "regulatory" },
  complianceDashboard: {
    path: "/compliance-dashboard",
    title: "Compliance Dashboard",
    description: "Every page of the site, to look at and to print.",
    index: false,
    group: "system",
  },
  printPack: {
    path: "/compliance-dashboard/print-pack",
    title: "Print pack",
    description: "Every page of the site in one document.",
    index: false,
  },
  eventSignup: {
    path: "/linkedin-live-signup",
    title: "Live event for owners",
    description: "A free live video event for owners who may sell.",
    // Not before the page is there.
    index: false,
    group: "tools",
  },
  assessment: {
    path: "/pre-loi-assessment",
    title: "Pre-LOI Assessment: seven questions",
    description:
      "Seven questions an owner should be able to answer before signing a letter of intent. Three minutes, a score, and a next step for each weak answer.",
    index: true,
    group: "tools",
  },
  assessmentResult: {
    path: "/pre-loi-assessment/result",
    title: "Your Pre-LOI Assessment",
    description: "Your readiness by topic, with your next moves.",
    index: false,
  },
  auth: { path: "/auth", title: "Admin Access", description: "Sign in for staff.", index: false },
  setUp: {
    path: "/auth/set-up",
    title: "Set up the first administrator",
    description: "Create the first administrator's account.",
    index: false,
  },
  admin: {
    path: "/admin",
    title: "Admin Dashboard",
    description: "Leads of the practice, for its staff.",
    index: false,
  },
  notFound: {
    path: "/404",
    title: "Page not found",
    description: "There is no page at this address.",
    index: false,
  },
} as const satisfies Record<string, Page>;

/** The full text of a page's `<title>`. */
export function titleOf(page: Page): string {
  return page.path === "/" ? `${practice.firmName}: ${page.title}` : `${page.title} | ${practice.firmName}`;
}
