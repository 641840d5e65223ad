import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";

const { adviser, advisor, advisoryLlc, complianceOfficer, firmName } = practice;
const firstYear = advisor.fiduciarySince.slice(0, 4);

/** The page with the facts about the advisor: experience, certification, fees, conflicts and disciplinary record. */
export const about: ContentPage = {
  path: "/about",
  subject: "advisor",
  title: "Who Advises You, and How to Check",
  description:
    "The lead advisor, the CIMA® certification, registration numbers to look up, what we charge and do not do, our conflicts and a 2013 sanction.",
  modified: "2026-11-22",
  hero: {
    forWhom: "For the owner who checks before calling.",
    headline: "Who would advise you, and how to check it",
    lead: `The lead advisor is ${advisor.name}, a fiduciary since ${firstYear}. This page says what stands behind that, and where you can check it yourself.`,
  },
  sections: [
    {
      id: "lead-advisor",
      heading: "The lead advisor",
      note: "Education, employment and other business are in [Form ADV Part 2B](/form-adv-part-2b).",
      blocks: [
        `**${advisor.name}**. ${advisor.role} of ${firmName}. Advice is offered through ${advisoryLlc}, organized in ${adviser.organized} and registered with the SEC as an investment adviser. The years of experience on our pages are counted from ${firstYear} and include earlier firms.`,
        `${complianceOfficer.name}, ${complianceOfficer.role.toLowerCase()}, supervises the advice. Much still depends on one person; ask what happens if she is ill. The [privacy and disclosure page](/privacy-policy) describes our continuity plan.`,
      ],
    },
    {
      id: "cima",
      heading: "What CIMA® stands for",
      note: "CIMA® and Certified Investment Management Analyst® are marks of the Investments & Wealth Institute.",
      blocks: [
        "Certified Investment Management Analyst® is a certification in portfolio construction and investment consulting. To earn it, a person studies with an approved provider, passes an examination and background checks, and shows three years’ experience in financial services. Keeping it takes 40 hours of continuing education every two years, including two of ethics and one of tax or regulation, and adherence to the Institute’s code.",
        "It says nothing about selling a company, and is no license to give legal or tax advice. To verify it, ask the [Investments & Wealth Institute](https://investmentsandwealth.org/) whether the person holds the mark today and has been publicly disciplined.",
      ],
    },
    {
      id: "check-us",
      heading: "Look us up",
      ...(practice.sample
        ? {
            note: "This practice and its people are invented and the numbers are placeholders: a search finds no one.",
          }
        : {}),
      blocks: [
        "The SEC keeps a free public record. Search by number.",
        {
          table: {
            caption: "Where to look, and for what",
            columns: ["Record", "CRD number", "What it shows"],
            rows: [
              [
                `[${advisoryLlc}, at adviserinfo.sec.gov](https://adviserinfo.sec.gov/)`,
                adviser.crdNumber,
                "Form ADV, owners, assets, disciplinary history",
              ],
              [
                "[The lead advisor, at adviserinfo.sec.gov](https://adviserinfo.sec.gov/)",
                advisor.crdNumber,
                "Employers, registrations, disclosures",
              ],
            ],
            note: "Registration does not imply a level of skill or training.",
          },
        },
      ],
    },
    {
      id: "fees",
      heading: "What we charge",
      blocks: [
        {
          list: [
            "**Managing money:** 1% to 2% of managed assets a year.",
            "**Planning and consulting:** at most $200 per hour, negotiable. Thirty hours, for illustration, cost at most $6,000.",
            "**The first call:** nothing.",
          ],
        },
        "Our fees come only from our clients. The custodian gives us software and a service desk without charge. Custodians, brokers, fund and insurance companies may charge you commissions, sales loads or expenses of their own; those go to them, and we receive no part. The schedule is in the [firm brochure, Form ADV Part 2A](/form-adv-part-2a).",
      ],
    },
    {
      id: "what-we-do-not-do",
      heading: "What we don’t do",
      blocks: [
        {
          list: [
            "Take commissions, or sell securities, funds or insurance.",
            "Give legal or tax advice, draft documents or prepare returns.",
            "Find buyers, negotiate the sale, or take a fee that depends on it.",
            "Take on a sale that must be signed within 90 days, or exit planning for a company worth far less than $10M.",
            "Promise a price, a tax saving or a return. Nothing on this site is a promise.",
          ],
        },
      ],
    },
    {
      id: "conflicts-and-record",
      heading: "Our conflicts, and a sanction in 2013",
      note: "[Form CRS](/form-crs) names the main conflicts and answers “Yes” under disciplinary history. The details are in [Form ADV Part 2A](/form-adv-part-2a).",
      blocks: [
        "We hope to manage the proceeds, so we earn more if you sell, and earlier if you sell sooner. Gifts, repaid debt and trusts managed elsewhere lower our fee. Hourly work rewards hours. The custodian gives us software and service without charge. The duty to put your interest first does not make these disappear; it obliges us to tell you.",
        "**In 2013** the lead advisor consented, without admitting or denying the findings, to an order of a state securities regulator. It concerned incomplete records of client-account reviews at a prior firm. The sanction was $10,000. Today each review is recorded, and the compliance officer checks the records every quarter.",
      ],
    },
    {
      id: "your-team",
      heading: "The professionals you keep",
      note: "We name people when asked, and neither pay nor receive anything for it. They may mention us to others, which gives us a reason to favor them.",
      blocks: [
        "An exit needs several trades. You choose them, engage them and pay them; we hold the calendar that they share.",
        {
          table: {
            caption: "Who does what in an exit",
            columns: ["Professional", "Their work", "Ours beside it"],
            rows: [
              [
                "CPA",
                "Tax projections, returns, clean books",
                "The question, asked while the answer can change",
              ],
              ["Deal attorney", "Letter of intent and contract", "What each term leaves you, in dollars"],
              ["Estate attorney", "Wills, trusts, agreements", "Dates, and whether the papers agree"],
              ["Investment banker", "Buyers, price, negotiation", "Your lowest price, before the first bid"],
              ["Appraiser", "The formal value", "Its timing, and the documents"],
            ],
          },
        },
      ],
    },
  ],
  closing: {
    heading: "Put your hardest question to us",
    text: "Thirty minutes, free, with an advisor. Read Form CRS first and ask about whatever troubles you in it. If we are not the right office, we will name one that is.",
  },
};
