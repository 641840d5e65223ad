import type { Touch } from "#app/data/schema/visitors.ts";
import { pages } from "#app/pages/registry.ts";

/** The source of visits that start on these pages (specification section 3, “page label”). */
const pageLabels: Readonly<Record<string, string>> = {
  [pages.eventSignup.path]: "linkedin-live-signup",
  [pages.assessment.path]: "pre-loi-assessment",
};

/** The source of visits that a form identified (specification section 7). */
export const formSources = {
  assessment: "pre-loi-assessment-form",
  "event-signup": "linkedin-live-signup-form",
} as const;

/** The page label, else the referrer, else “Direct” (specification section 3). */
export function chooseSource({ landingPage, referrer }: Touch): string {
  return pageLabels[landingPage] ?? referrer ?? "Direct";
}
