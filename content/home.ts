import type { HomePage } from "./schema.ts";
import { practice } from "./practice.ts";
import { excludedStock, ratesCheckedFor, taxRates } from "./tax-example.ts";

/** The copy of the home page, in reading order. */
export const home: HomePage = {
  hero: {
    headline: ["What you keep", "is decided", "before the offer."],
    forWhom: `Exit planning and wealth advice for owners of companies worth $10M or more. ${practice.postalAddress.city}, ${practice.postalAddress.state}.`,
    lead: "Prepare the sale, the tax and the life after it three to five years ahead, while the choices are still yours.",
    buttonNote: "A 30-minute call. The checklist takes three minutes.",
    ringLabels: { bark: "The letter of intent", fifth: "Five years before" },
  },
  facts: [
    { title: "{years}+ years", text: "of fiduciary practice. One ring each, above." },
    {
      title: "CIMA®",
      text: "certified advisor, with 40 hours of continuing education every two years, two of them in ethics.",
    },
    {
      title: "No commissions",
      text: "and no products. Clients pay our fees. The custodian’s free software and service desk, the one benefit from others, are in",
      link: { path: "/form-crs", label: "Form CRS" },
    },
    {
      title: "1–2% a year",
      text: "for advice; planning at most $200 an hour. It is all in",
      link: { path: "/form-crs", label: "Form CRS" },
    },
  ],
  values: {
    heading: ["things have to be right,", "because you will do this once."],
    note: "Not for everyone. If you must sign within 90 days, a deal lawyer will help you more than we can, and we’ll say so on the phone.",
    items: [
      {
        title: "Exit without regret",
        text: "Settle what the sale is for, for you, your family and your people, before anyone names a price.",
      },
      {
        title: "Cash-flow confidence",
        text: "A year-by-year picture of what the proceeds must pay for, so that you know the lowest price you can accept.",
      },
      {
        title: "A coordinated professional team",
        text: "Your CPA, your attorney and your banker working from one plan and one calendar. We write it and we keep it.",
      },
      {
        title: "Tax strategy",
        text: "QSBS, trusts, deferrals: which of them fit your entity and your dates, and which you are already too late for.",
      },
      {
        title: "Fiduciary-only advice",
        text: "Bound by law to act in your best interest for as long as we advise you. We put it in writing.",
      },
    ],
  },
  sale: {
    heading: ["of company, sold twice.", "Drawn to scale."],
    assumptions: `Illustration, not a promise. Zero basis, all of it long-term gain at the top ${taxRates.capitalGains.year} federal rates (26 U.S.C. §§ 1(h), 1411; the same in ${ratesCheckedFor}), ${practice.postalAddress.stateName} resident, before fees. An active owner of an S corporation may owe less of the ${taxRates.netInvestment.percent}%. The planned sale rests on one exclusion alone: ${Math.round(excludedStock.share * 100)}% of the shares are qualified small business stock of a C corporation, held long enough (§ 1202). Nothing is deferred or given away.`,
    withoutPlan: "Nothing in place",
    withPlan: "Planned years before",
    explanation:
      "It is federal tax never owed on shares that qualified when they were issued and were held for years, so it has to be in place long before a buyer writes to you. Many owners do not qualify. One conversation shows what to ask your CPA.",
    link: { path: "/tax-strategies", label: "How the tax works" },
  },
  lastDays: {
    heading: ["years out, most choices are open.", "Each has its last day."],
    stages: [
      {
        title: "5+ years before",
        text: "Entity, share class and the QSBS clock: more than five years for stock issued on or before July 4, 2025. Later stock reaches 50% at three years, 75% at four and 100% at five (Pub. L. 119-21).",
      },
      {
        title: "2–3 years",
        text: "Gifts to trusts while the value is modest. Books a buyer will believe.",
      },
      {
        title: "1 year",
        text: "A formal valuation, the charitable trust, the team on one calendar.",
      },
      {
        title: "After the sale",
        text: "Cash flow, reinvestment and the estate. Fewer choices, still worth making.",
      },
    ],
    strands: [
      { title: "Five-year stock", text: "the clock for the full QSBS exclusion must be running" },
      { title: "Three clean years", text: "of books a buyer will believe" },
      { title: "Family trusts", text: "gifts while the value is modest" },
      { title: "Charitable trust", text: "before the sale is practically certain" },
      { title: "Installment terms", text: "written into the contract" },
    ],
    offer: "The offer",
    after: "The life it pays for",
  },
  stories: {
    heading: ["Client success stories"],
    note: "A firm chooses its own quotations. Read the ones that it did not choose.",
    text: "We print a client’s words only with their written consent and the disclosures that the SEC asks for. None are printed here yet; the reviews left with the independent service are on their own page.",
  },
  services: { heading: ["pieces of work.", "Take one, or the whole course."] },
  questions: {
    heading: ["What owners ask first"],
    all: { path: "/faqs", label: "All questions, in nine groups" },
  },
  closing: {
    heading: ["minutes, before the offer arrives."],
    note: "You’ll speak with an advisor, not a scheduler. Bring nothing. If we aren’t the right office, we’ll name one that is.",
  },
};
