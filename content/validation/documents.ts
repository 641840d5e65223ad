import type { z } from "zod";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { formAdvPart2b } from "#content/disclosures/form-adv-part-2b.ts";
import { formCrs } from "#content/disclosures/form-crs.ts";
import { privacyPolicy } from "#content/disclosures/privacy-policy.ts";
import { about } from "#content/pages/about.ts";
import { articleIndex } from "#content/pages/article-index.ts";
import { businessValuation } from "#content/pages/business-valuation.ts";
import { exitPlanning } from "#content/pages/exit-planning.ts";
import { manufacturerSale } from "#content/pages/manufacturer-sale.ts";
import { reasonsToRead } from "#content/pages/reasons-to-read.ts";
import { sevenSteps } from "#content/pages/seven-steps.ts";
import { successionPlanning } from "#content/pages/succession-planning.ts";
import { taxStrategies } from "#content/pages/tax-strategies.ts";
import { disclosures } from "#content/disclosures.ts";
import {
  articleIndexSchema,
  contentPageSchema,
  faqGroupsSchema,
  regulatoryDocumentSchema,
  salePageSchema,
  sevenStepsPageSchema,
} from "#content/document-schema.ts";
import { faqGroups } from "#content/faq-groups.ts";
import { homeFaqs } from "#content/faqs.ts";
import { home } from "#content/home.ts";
import { liveEvent } from "#content/live-event.ts";
import { footerGroups, menu } from "#content/menu.ts";
import { practice } from "#content/practice.ts";
import {
  disclosuresSchema,
  footerGroupsSchema,
  homeFaqsSchema,
  homePageSchema,
  liveEventWordsSchema,
  menuSchema,
  reasonsToReadSchema,
  servicesSchema,
  testimonialsSchema,
} from "#content/schema.ts";
import { practiceSchema } from "#content/schemas/practice-schema.ts";
import { services } from "#content/services.ts";
import { testimonials } from "#content/testimonials.ts";

/** A part of the site's content that is validated, edited, compared and published as a whole. */
export type ContentDocument = {
  /** As staff see it. */
  title: string;
  /** The file with the first version. */
  file: string;
  /** The page that displays it; undefined if several pages do. */
  path?: string;
  schema: z.ZodType;
  /** Fields that only a build can change. */
  fixed?: readonly string[];
  /** The view of the release in use. */
  view: object;
};

const page = { schema: contentPageSchema, fixed: ["path", "subject"] };
const regulatory = { schema: regulatoryDocumentSchema };

/**
 * The documents in TypeScript files, by the name under which they are stored. A name never changes. `siteDocuments` adds the articles, which
 * only the bundler can read.
 */
export const contentDocuments = {
  home: { title: "Home", file: "home.ts", path: "/", schema: homePageSchema, view: home },
  homeFaqs: { title: "Home: questions", file: "faqs.ts", path: "/", schema: homeFaqsSchema, view: homeFaqs },
  services: {
    title: "Home: services",
    file: "services.ts",
    path: "/",
    schema: servicesSchema,
    view: services,
  },
  exitPlanning: {
    ...page,
    title: "Exit planning",
    file: "pages/exit-planning.ts",
    path: exitPlanning.path,
    view: exitPlanning,
  },
  businessValuation: {
    ...page,
    title: "Business valuation",
    file: "pages/business-valuation.ts",
    path: businessValuation.path,
    view: businessValuation,
  },
  taxStrategies: {
    ...page,
    title: "Tax strategies",
    file: "pages/tax-strategies.ts",
    path: taxStrategies.path,
    view: taxStrategies,
  },
  successionPlanning: {
    ...page,
    title: "Succession planning",
    file: "pages/succession-planning.ts",
    path: successionPlanning.path,
    view: successionPlanning,
  },
  about: { ...page, title: "About", file: "pages/about.ts", path: about.path, view: about },
  faqGroups: {
    title: "FAQs",
    file: "faq-groups.ts",
    path: "/faqs",
    schema: faqGroupsSchema,
    view: faqGroups,
  },
  sevenSteps: {
    title: "The seven steps",
    file: "pages/seven-steps.ts",
    path: "/seven-steps",
    schema: sevenStepsPageSchema,
    view: sevenSteps,
  },
  manufacturerSale: {
    title: "Selling a manufacturer",
    file: "pages/manufacturer-sale.ts",
    path: "/manufacturer-sale",
    schema: salePageSchema,
    view: manufacturerSale,
  },
  articleIndex: {
    title: "List of articles",
    file: "pages/article-index.ts",
    path: "/blog",
    schema: articleIndexSchema,
    view: articleIndex,
  },
  reasonsToRead: {
    title: "Pages to read next",
    file: "pages/reasons-to-read.ts",
    schema: reasonsToReadSchema,
    view: reasonsToRead,
  },
  liveEvent: {
    title: "Live event",
    file: "live-event.ts",
    path: "/linkedin-live-signup",
    schema: liveEventWordsSchema,
    view: liveEvent,
  },
  testimonials: {
    title: "Testimonials",
    file: "testimonials.ts",
    path: "/",
    schema: testimonialsSchema,
    view: testimonials,
  },
  practice: {
    title: "Practice facts",
    file: "practice.ts",
    schema: practiceSchema,
    fixed: ["sample", "timeZone", "servicePageSlug", "reviews"],
    view: practice,
  },
  menu: { title: "Menu", file: "menu.ts", schema: menuSchema, view: menu },
  footerGroups: { title: "Footer links", file: "menu.ts", schema: footerGroupsSchema, view: footerGroups },
  disclosures: {
    title: "Disclosures of every page",
    file: "disclosures.ts",
    schema: disclosuresSchema,
    view: disclosures,
  },
  formCrs: {
    ...regulatory,
    title: "Form CRS",
    file: "disclosures/form-crs.ts",
    path: "/form-crs",
    view: formCrs,
  },
  formAdvPart2a: {
    ...regulatory,
    title: "Form ADV Part 2A",
    file: "disclosures/form-adv-part-2a.ts",
    path: "/form-adv-part-2a/text",
    view: formAdvPart2a,
  },
  formAdvPart2b: {
    ...regulatory,
    title: "Form ADV Part 2B",
    file: "disclosures/form-adv-part-2b.ts",
    path: "/form-adv-part-2b",
    view: formAdvPart2b,
  },
  privacyPolicy: {
    ...regulatory,
    title: "Privacy policy",
    file: "disclosures/privacy-policy.ts",
    path: "/privacy-policy",
    view: privacyPolicy,
  },
} as const satisfies Record<string, ContentDocument>;
