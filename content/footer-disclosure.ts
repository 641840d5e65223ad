import { practice } from "./practice.ts";

/**
 * Stands at the foot of every page, every printed page and every letter (specification section 1). Regulated text: it is
 * changed by review only. One entry per paragraph.
 */
export const footerDisclosure: readonly string[] = [
  `Advisory services are offered through ${practice.advisoryLlc}, a registered investment adviser. Registration does not imply a level of skill or training. Communications with this office are monitored and kept.`,
  "Investing involves risk, including the loss of principal. Nothing on this site is an offer, a recommendation, or tax or legal advice. Figures marked as illustrations are not predictions.",
];
