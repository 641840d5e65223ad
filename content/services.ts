import { practice } from "./practice.ts";
import type { ServiceCard } from "./schema.ts";
import { released } from "./release/release.ts";

/** The six services on the home page. `about` completes the link text for screen readers. */
export const services: readonly ServiceCard[] = released("services", [
  {
    title: "Why Plan Before LOI",
    text: "See which choices a letter of intent takes away, in what order, and what you can still change after it arrives.",
    path: "/blog/why-plan-before-loi",
    about: "planning before the LOI",
  },
  {
    title: "Business Valuation Guidance",
    text: "Learn what a buyer would pay and what you would keep. We read three to five years of financials as a buyer does.",
    path: "/business-valuation",
    about: "business valuation",
  },
  {
    title: "Tax Optimization",
    text: "See which of four tax strategies fit your company, what each costs and when it expires.",
    path: "/tax-strategies",
    about: "tax optimization",
  },
  {
    title: "Post-Sale Strategy",
    text: "The proceeds have to last for decades. Plan income, reserves and investments before the wire arrives.",
    path: `/${practice.servicePageSlug}`,
    about: "post-sale strategy",
  },
  {
    title: "Estate Coordination",
    text: "Move shares to family trusts while their value is still modest, so that later growth can stay outside your estate.",
    path: "/succession-planning",
    about: "estate coordination",
  },
  {
    title: "Succession Planning",
    text: "Family, managers, an ESOP or an outside buyer: compare what each pays, and when.",
    path: "/succession-planning",
    about: "succession planning",
  },
]);
