import { practice } from "./practice.ts";

/** The paragraphs at the end of every page, email and printed sheet (specification section 1). */
export const disclosures: readonly string[] = [
  `Advisory services are offered through ${practice.advisoryLlc}, a registered investment adviser. Registration does not imply a level of skill or training. Communications with this office are monitored and kept.`,
  "Investing involves risk, including the loss of principal. Nothing here is an offer, a recommendation, or tax or legal advice. Figures marked as illustrations are not predictions.",
];

/** The lines of the office's postal address. */
export const postalAddressLines: readonly string[] = [
  practice.firmName,
  practice.postalAddress.street,
  `${practice.postalAddress.city}, ${practice.postalAddress.state} ${practice.postalAddress.postalCode}`,
];

/** Displayed on regulatory pages while the practice is a sample (product.md, "Placeholders"). */
export const sampleNotice = "Sample document: replace with the firm's filed version before publishing";
