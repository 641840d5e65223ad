import type { ContentPage, KeyFigure } from "#content/document-schema.ts";
import { assetsDate } from "#content/home.ts";
import { inDollars } from "#content/manufacturer-sale.ts";
import { practice } from "#content/practice.ts";
import { released } from "#content/release/release.ts";

const { adviser, advisor, advisoryLlc, complianceOfficer } = practice;
const { credential } = advisor;
const firstYear = advisor.fiduciarySince.slice(0, 4);

/** Marks what a firm has to replace before it publishes the site. */
const sampleNote = (words: string): string => (practice.sample ? `${words} ` : "");

export const planningFee: KeyFigure = {
  term: "Planning and consulting",
  figure: "$200",
  note: "per hour at most, negotiable",
};

/** What managing $10M costs in a year under the schedule in Form ADV Part 2A, in dollars. */
export const managementFee = 120_000;

/** What the firm charges, each figure with a label above and an explanation below. */
export const fees: readonly KeyFigure[] = [
  { term: "First call", figure: "$0", note: "30 minutes with an advisor" },
  planningFee,
  {
    term: "Managing assets",
    figure: "1% to 2%",
    note: `of managed assets a year; on $10M, ${inDollars(managementFee)} under today’s schedule`,
  },
];

/** The page about the firm: the advisor’s career and letter, the first 90 days, the public record, fees, conflicts and specialists. */
export const about: ContentPage = released("about", {
  path: "/about",
  subject: "advisor",
  title: `About ${advisor.fullName}`,
  description: `${advisor.fullName} has been a fiduciary since ${firstYear}. How we work, what we charge, our conflicts of interest, a 2013 order, and where to check the record.`,
  modified: "2026-11-29",
  hero: {
    forWhom: "About the firm and its lead advisor",
    headline: `${advisor.fullName} advises owners on the one sale they will make`,
    lead: `She has been a fiduciary since ${firstYear} and holds the ${credential.mark} certification. See how we work, what we charge and where to check her record.`,
    figures: {
      items: [
        {
          term: "Fiduciary since",
          figure: firstYear,
          note: `and holder of the ${credential.mark} certification`,
        },
        { term: "Firm founded", figure: adviser.organized, note: `in ${practice.postalAddress.city}` },
        { term: "Assets managed", figure: adviser.assetsManaged, note: `as of ${assetsDate}` },
      ],
    },
  },
  sections: [
    {
      id: "lead-advisor",
      heading: "{years}+ years as a fiduciary",
      note: "One ring for each year. The green rings mark the years in the list.",
      background: "bed",
      blocks: [{ drawing: "career" }],
    },
    {
      id: "how-i-work",
      heading: "How I work",
      note: "A letter from the founder",
      blocks: [{ drawing: "advisor-letter" }],
    },
    {
      id: "first-90-days",
      heading: "What you get in the first 90 days",
      note: `${sampleNote("Sample plan.")}Planning costs at most $200 an hour, negotiable, after a written estimate. As an illustration, if these 90 days take 30 hours, they cost at most $6,000.`,
      blocks: [
        {
          steps: [
            {
              title: "A call",
              when: "Week 1",
              text: `[Thirty minutes](${practice.schedulingUrl}) at no charge. You leave knowing which of your decisions have deadlines.`,
            },
            {
              title: "The facts",
              when: "Weeks 2–4",
              text: "We read the documents and write down what you own, what you owe and what you spend.",
            },
            {
              title: "Your number",
              when: "Weeks 5–8",
              text: "You see a price range for the company, what each price leaves after tax, and what you need.",
            },
            {
              title: "The plan",
              when: "Weeks 9–13",
              text: "You get a first calendar: each decision, its deadline and the person responsible. Your CPA and attorney help complete it by month six. It is yours to keep, whether or not you stay with us.",
            },
          ],
        },
      ],
    },
    {
      id: "check-us",
      heading: "Check the public record before you call",
      note: `${sampleNote("Sample data: this firm and its people are invented, so a search finds no one.")}Registration does not imply a level of skill or training.`,
      blocks: [
        {
          table: {
            caption: "Where to look and what you will find",
            columns: ["Record", "Number", "What it shows"],
            rows: [
              [
                `[${advisoryLlc}](https://adviserinfo.sec.gov/)`,
                `CRD ${adviser.crdNumber}`,
                "Form ADV, owners, assets and disciplinary history",
              ],
              [
                `[${advisor.fullName}](https://adviserinfo.sec.gov/)`,
                `CRD ${advisor.crdNumber}`,
                "Employment, registrations and disclosures",
              ],
              [
                `[${credential.mark} certification](${credential.verifyUrl})`,
                "By name",
                "Whether it is current, and any public discipline",
              ],
            ],
          },
        },
        "Education, employment and other business are in [Form ADV Part 2B](/form-adv-part-2b).",
      ],
      sections: [
        {
          id: "cima",
          heading: `What ${credential.mark} certifies`,
          blocks: [
            `${credential.mark} stands for ${credential.name}. It certifies knowledge of building and overseeing portfolios, not of selling companies, tax or law. Holders pass an examination and background checks and have three years’ experience in financial services. They complete 40 hours of continuing education every two years and follow the code of the ${credential.issuer}, which owns both marks.`,
          ],
        },
      ],
    },
    {
      id: "fees",
      heading: "What we charge",
      background: "bed",
      note: "The full schedule is in [Form ADV Part 2A](/form-adv-part-2a).",
      blocks: [
        { drawing: "fees" },
        "Our fees come only from our clients. The custodian gives us software and a service desk without charge. Custodians, brokers, fund companies and insurers may charge you commissions, sales loads or expenses of their own. Those go to them, and we receive no part.",
      ],
    },
    {
      id: "conflicts-and-record",
      heading: "Our conflicts of interest, and the 2013 order",
      note: "[Form CRS](/form-crs) names the main conflicts and answers “Yes” under disciplinary history. The details are in [Form ADV Part 2A](/form-adv-part-2a).",
      blocks: [
        "We hope to manage the proceeds of your sale, so we earn more if you sell, and sooner if you sell sooner. Gifts, debt repayment and trusts managed elsewhere reduce our fee. When we bill by the hour, longer work pays us more. The custodian gives us software and service without charge. We tell you about these conflicts because the fiduciary duty does not make them disappear.",
        `**In 2013** ${advisor.fullName} consented, without admitting or denying the findings, to an order of a state securities regulator. It concerned incomplete records of client-account reviews at a prior firm. The sanction was $10,000. Today every review is recorded, and ${complianceOfficer.name}, our ${complianceOfficer.role.toLowerCase()}, checks the records each quarter.`,
        "Much of our advice depends on one person, so ask what happens if she can’t work. The [privacy and disclosure page](/privacy-policy) describes our continuity plan.",
      ],
    },
    {
      id: "your-team",
      heading: "An exit takes several specialists",
      note: "You choose, engage and pay each of them. We suggest names when asked, and neither pay nor receive referral fees. They may mention us to others, which gives us a reason to favor them.",
      blocks: [
        {
          table: {
            caption: "Who does what",
            columns: ["Specialist", "Their job", "Our part"],
            rows: [
              [
                "CPA",
                "Tax projections, returns and clean books",
                "Raise each question while the answer can still change",
              ],
              [
                "Deal attorney",
                "The letter of intent and the contract",
                "Show what each term leaves you, in dollars",
              ],
              [
                "Estate attorney",
                "Wills, trusts and agreements",
                "Keep the dates, and check that the documents agree",
              ],
              [
                "Investment banker",
                "Buyers, price and negotiation",
                "Set your lowest acceptable price before the first bid",
              ],
              ["Appraiser", "The formal valuation", "Plan its timing and gather the documents"],
            ],
          },
        },
      ],
      sections: [
        {
          id: "what-we-do-not-do",
          heading: "What we don’t do",
          blocks: [
            {
              list: [
                "We don’t give legal or tax advice, draft contracts or prepare tax returns.",
                "We don’t find buyers, negotiate the sale or take a fee that depends on it.",
                "We take no commissions and sell no securities, funds or insurance.",
                "We don’t hold your money. An independent custodian, named in your agreement, holds it and sends you its own statements. We can’t withdraw anything except our fee.",
                "We can’t promise a price, a tax saving or a return.",
              ],
            },
            "We work best with companies worth $10 million or more and owners who are at least a year from a sale.",
          ],
        },
      ],
    },
  ],
  related: ["/form-crs", "/blog/fiduciary-vs-broker", "/reviews", "/faqs"],
  closing: {
    heading: "Bring us your hardest question",
    text: "Ask about fees or conflicts. You will get a direct answer.",
  },
});
