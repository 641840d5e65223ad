import type { HomePage } from "./schema.ts";
import {
  compareStructures,
  inMillions,
  listSaleSteps,
  manufacturer,
  saleRates,
} from "./manufacturer-sale.ts";
import { practice } from "./practice.ts";
import { released } from "./release/release.ts";

const { adviser, advisor, postalAddress } = practice;
const { escrow } = manufacturer;
const firstYear = Number(advisor.fiduciarySince.slice(0, 4));
/** @example "December 31, 2025" */
export const assetsDate = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
  new Date(adviser.assetsManagedOn),
);
const sale = listSaleSteps();
const cash = sale.find(({ kind }) => kind === "cash")?.amount ?? 0;
const leastCash = Math.min(...compareStructures().map((structure) => structure.cash));

/** The copy of the home page, in reading order. */
export const home: HomePage = released("home", {
  hero: {
    headline: ["What you keep", "is decided", "before the offer."],
    forWhom: `Exit planning and wealth advice for owners of companies worth $10 million or more. ${postalAddress.city}, ${postalAddress.stateName}.`,
    lead: "We help you plan the sale, the taxes and the life after it, three to five years ahead, while the choices are still yours.",
    buttonNote:
      "A 30-minute call or the three-minute Pre-LOI Assessment. The 7 Steps button opens an email; you can also",
    buttonLink: { path: "/seven-steps", label: "read them here" },
    ringLabels: { bark: "Letter of intent", fifth: "Five years before" },
  },
  facts: [
    { title: "{years}+ years", text: `of fiduciary experience, since ${firstYear}.` },
    {
      title: advisor.fullName,
      path: "/about",
      text: `${advisor.credential.mark}-certified founder and lead advisor. The firm managed ${adviser.assetsManaged} as of ${assetsDate}.`,
    },
    {
      title: "No commissions",
      text: "and no products. Only clients pay our fees. Our custodian also gives us free software and a service desk; see",
      link: { path: "/form-crs", label: "Form CRS" },
    },
    {
      title: "1% to 2% a year",
      text: "for managing assets; planning is at most $200 an hour. See",
      link: { path: "/form-crs", label: "Form CRS" },
    },
  ],
  values: {
    heading: ["You’ll sell once. Get these five things right."],
    note: "We work best with owners who are at least a year from a sale.",
    items: [
      {
        title: "Exit without regret",
        text: "Decide what the sale is for before anyone names a price: your income, your family, your people and what you will do next.",
      },
      {
        title: "Cash-flow confidence",
        text: "See, year by year, what the proceeds have to pay for. You will know the lowest price you can accept before the first offer.",
      },
      {
        title: "A coordinated professional team",
        text: "Your CPA, your attorney and your banker work from one plan and one calendar. We write the plan and keep it current.",
      },
      {
        title: "Tax strategy",
        text: "Small business stock (QSBS), trusts and deferrals each have deadlines. We show you which fit your company and which have passed.",
      },
      {
        title: "Fiduciary-only advice",
        text: "We are bound by law to act in your best interest for as long as we advise you.",
      },
    ],
  },
  manufacturerSale: {
    numeral: inMillions(sale[0]?.amount ?? 0, 0),
    heading: ["price: what a manufacturer’s owner actually receives"],
    label: "Hypothetical illustration",
    assumptions: `An invented S corporation in ${postalAddress.stateName}, sold as stock by an owner who is active in the business. Federal tax is at the top rate on long-term capital gain: ${saleRates.capitalGains}% in 2026 (26 U.S.C. § 1(h)). Before advisory fees. Your figures will differ.`,
    conclusion: `A ${inMillions(sale[0]?.amount ?? 0)} offer leaves **${inMillions(cash)}** after debt, costs and tax, ${inMillions(escrow.amount)} of it in escrow for ${escrow.months} months. Another structure leaves ${inMillions(leastCash)} and a stake you can’t sell yet. The letter of intent usually decides which.`,
    link: { path: "/manufacturer-sale", label: "See the full case" },
  },
  advisorNote: {
    heading: ["A note from your advisor"],
    note: `${advisor.fullName} founded the firm in ${adviser.organized}, after ${Number(adviser.organized) - firstYear} years at other investment advisers.`,
  },
  stories: {
    heading: ["What clients say"],
    note: "We quote clients on our own pages only with their written consent.",
    text: "Clients post these reviews on an outside service. We can’t edit, reorder or remove any of them.",
  },
  services: { heading: ["Six services. Use one, or all six."] },
  questions: {
    heading: ["Questions owners ask first"],
    links: [
      { path: "/faqs", label: "See all {questions} questions" },
      { path: "/blog", label: "Articles for owners" },
    ],
  },
  closing: {
    heading: ["minutes with an advisor, before an offer arrives"],
    note: "We will tell you which of your decisions have deadlines and which one to make first.",
  },
});
