import { practice } from "#content/practice.ts";
import { released } from "#content/release/release.ts";

/** Why to read a page next, by its path, in the lists below articles and pages. */
export const reasonsToRead: Readonly<Record<string, string>> = released("reasonsToRead", {
  [`/${practice.servicePageSlug}`]: "What we do before, during and after a sale, and what it costs.",
  "/business-valuation": "How buyers set a price, and what you would keep.",
  "/tax-strategies": "Four strategies side by side: who qualifies, and by when.",
  "/succession-planning": "Four ways to hand over a company, and what each one pays.",
  "/seven-steps": "Seven decisions that every seller makes, in order.",
  "/manufacturer-sale": "One $20 million offer in four structures, down to the cash.",
  "/faqs": "Short answers to the questions owners ask most.",
  "/reviews": "What clients say, and how to question a reference.",
  "/form-crs": "Our services, fees and conflicts in two pages.",
  "/blog/when-to-start-exit-planning": "What to do in each of the five years before a sale.",
  "/blog/tax-reduction-strategies": "One $10 million sale through five strategies, by deadline.",
  "/blog/fiduciary-vs-broker": "How to tell which standard your advisor has to meet.",
  "/blog/dumbest-mistake-young-founders": "Why a founder’s shares belong in the plan from the first day.",
  "/blog/business-owners-screw-up-selling": "Ten mistakes, what each costs, and when you can still fix it.",
  "/blog/why-plan-before-loi": "What you can no longer change once you sign the letter.",
});
