import { z } from "zod";
import { contentPages } from "#content/pages/content-pages.ts";
import { disclosures } from "#content/disclosures.ts";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { formAdvPart2b } from "#content/disclosures/form-adv-part-2b.ts";
import { formCrs } from "#content/disclosures/form-crs.ts";
import { privacyPolicy } from "#content/disclosures/privacy-policy.ts";
import {
  contentPageSchema,
  faqGroupsSchema,
  regulatoryDocumentSchema,
  salePageSchema,
  articleIndexSchema,
  sevenStepsPageSchema,
} from "#content/document-schema.ts";
import { manufacturerSale } from "#content/pages/manufacturer-sale.ts";
import { articleIndex } from "#content/pages/article-index.ts";
import { sevenSteps } from "#content/pages/seven-steps.ts";
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
  servicesSchema,
  taxRateSchema,
} from "#content/schema.ts";
import { practiceSchema } from "#content/schemas/practice-schema.ts";
import { services } from "#content/services.ts";
import { taxRates } from "#content/tax-example.ts";
import { describeIssues } from "./describe-issues.ts";

/**
 * Validates every content file against its schema.
 * @returns one sentence per mistake, with the file, the field, what was expected and what was found
 */
export function checkContent(): string[] {
  return [
    ...checkFile("content/practice.ts", practiceSchema, practice),
    ...checkFile("content/menu.ts (menu)", menuSchema, menu),
    ...checkFile("content/menu.ts (footerGroups)", footerGroupsSchema, footerGroups),
    ...checkFile("content/disclosures.ts", disclosuresSchema, disclosures),
    ...checkFile("content/home.ts", homePageSchema, home),
    ...checkFile("content/live-event.ts", liveEventWordsSchema, liveEvent),
    ...checkFile("content/services.ts", servicesSchema, services),
    ...checkFile("content/faqs.ts", homeFaqsSchema, homeFaqs),
    ...checkFile("content/faq-groups.ts", faqGroupsSchema, faqGroups),
    ...Object.entries(contentPages).flatMap(([file, page]) =>
      checkFile(`content/pages/${file}.ts`, contentPageSchema, page),
    ),
    ...checkFile("content/pages/manufacturer-sale.ts", salePageSchema, manufacturerSale),
    ...checkFile("content/pages/article-index.ts", articleIndexSchema, articleIndex),
    ...checkFile("content/pages/seven-steps.ts", sevenStepsPageSchema, sevenSteps),
    ...checkFile("content/disclosures/form-crs.ts", regulatoryDocumentSchema, formCrs),
    ...checkFile("content/disclosures/form-adv-part-2a.ts", regulatoryDocumentSchema, formAdvPart2a),
    ...checkFile("content/disclosures/form-adv-part-2b.ts", regulatoryDocumentSchema, formAdvPart2b),
    ...checkFile("content/disclosures/privacy-policy.ts", regulatoryDocumentSchema, privacyPolicy),
    ...checkFile("content/tax-example.ts", z.record(z.string(), taxRateSchema), taxRates),
  ];
}

/** Describes the mistakes in the value of one file. */
export function checkFile(file: string, schema: z.ZodType, value: unknown): string[] {
  return describeIssues(schema, value, "the file").map(({ message }) => `${file}: ${message}`);
}
