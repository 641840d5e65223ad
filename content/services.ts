import { practice } from "./practice.ts";
import type { ServiceCard } from "./schema.ts";

/** The six services on the home page. `about` completes the link text for screen readers. */
export const services: readonly ServiceCard[] = [
  {
    title: "Why Plan Before LOI",
    text: "Which decisions a letter of intent closes, in what order, and what can still be done once it is on your desk.",
    path: "/blog/why-plan-before-loi",
    about: "planning before the LOI",
  },
  {
    title: "Business Valuation Guidance",
    text: "Three to five years of financials, read the way a buyer reads them.",
    path: "/business-valuation",
    about: "business valuation",
  },
  {
    title: "Tax Optimization",
    text: "QSBS, installment sales, charitable remainder trusts, opportunity zones.",
    path: "/tax-strategies",
    about: "tax optimization",
  },
  {
    title: "Post-Sale Strategy",
    text: "A company is often most of what its owner has. The morning after, it is cash, and it needs a new job and a calm owner.",
    path: `/${practice.servicePageSlug}`,
    about: "post-sale strategy",
  },
  {
    title: "Estate Coordination",
    text: "GRATs, IDGTs, family partnerships and charitable plans, planned with your attorney while the value can still move.",
    path: "/succession-planning",
    about: "estate coordination",
  },
  {
    title: "Succession Planning",
    text: "Family, managers, an ESOP or a third party: the benefits and the costs of each.",
    path: "/succession-planning",
    about: "succession planning",
  },
];
