import type { Touch } from "#app/data/schema/visitors.ts";
import { pages } from "#app/pages/registry.ts";

/** What visits that begin on a page are called (specification section 3, "page label"). */
const pageLabels: Readonly<Record<string, string>> = {
  [pages.eventSignup.path]: "linkedin-live-signup",
  [pages.assessment.path]: "pre-loi-assessment",
};

/** What a visit of somebody identified by a form is called (specification section 7). */
export const formSources = {
  assessment: "pre-loi-assessment-form",
  "event-signup": "linkedin-live-signup-form",
} as const;

/** Source of a visit: the page's label, else the page that led there, else “Direct” (specification section 3). */
export function sourceOf({ landingPage, referrer }: Touch): string {
  return pageLabels[landingPage] ?? referrer ?? "Direct";
}
