import { practice } from "./practice.ts";

/** What stands at the end of every page, letter and printed sheet (specification section 1). A paragraph each. */
export const disclosures: readonly string[] = [
  `Advisory services are offered through ${practice.advisoryLlc}, a registered investment adviser. Registration does not imply a level of skill or training. Communications with this office are monitored and kept.`,
  "Investing involves risk, including the loss of principal. Nothing here is an offer, a recommendation, or tax or legal advice. Figures marked as illustrations are not predictions.",
];

/** The office's postal address, a line each. */
export const postalAddressLines: readonly string[] = [
  practice.firmName,
  practice.postalAddress.street,
  `${practice.postalAddress.city}, ${practice.postalAddress.state} ${practice.postalAddress.postalCode}`,
];

/** Stands on regulatory pages while the practice is a sample (product.md, "Placeholders"). */
export const sampleNotice = "Sample document: replace with the firm's filed version before publishing";
