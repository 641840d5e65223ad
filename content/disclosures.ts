import { practice } from "./practice.ts";
import { released } from "./release/release.ts";

/** The disclosures below every page, email and printed page (specification section 1), one entry per paragraph. */
export const disclosures: readonly string[] = released("disclosures", [
  `Advisory services are offered through ${practice.advisoryLlc}, a registered investment adviser. Registration does not imply a level of skill or training. Communications with this office are monitored and archived.`,
  "Investing involves risk, including the loss of principal. Nothing here is an offer, a recommendation, or tax or legal advice. Figures marked as illustrations are not predictions.",
]);

/** The lines of the office's postal address. */
export function listPostalAddressLines(): string[] {
  const { firmName, postalAddress } = practice;
  const { street, city, state, postalCode } = postalAddress;
  return [firmName, street, `${city}, ${state} ${postalCode}`];
}

/** Shown above every public page while the firm in `content/practice.ts` is a sample. */
export const sampleBanner =
  "Sample website: the firm, its people, its reviews and its documents are invented.";

/** Shown on regulatory documents while the firm is a sample. */
export const sampleNotice = "Sample document: replace with the firm’s filed version before publishing";
