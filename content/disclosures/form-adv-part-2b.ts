import type { RegulatoryDocument } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { released } from "#content/release/release.ts";

const { advisor, advisoryLlc, adviser, complianceOfficer, firmName, phone, postalAddress } = practice;

const date = "2026-03-31";

/** What only this supplement states about the lead advisor. Invented, like the rest of the practice. */
const history = {
  born: 1969,
  degree: "Bachelor of Business Administration, finance",
  school: "Example State University",
  graduated: 1991,
};

const office = `${postalAddress.street}, ${postalAddress.city}, ${postalAddress.state} ${postalAddress.postalCode}. Telephone [${phone.display}](tel:${phone.dial})`;

/** The brochure supplement: every item of the form in the form's order, under the form's own headings. */
export const formAdvPart2b: RegulatoryDocument = released("formAdvPart2b", {
  title: "Brochure Supplement",
  description: `Form ADV Part 2B of ${advisoryLlc}: the lead advisor’s education, experience, disciplinary information, other business and supervision.`,
  subtitle: "Form ADV Part 2B",
  date,
  opening: [],
  sections: [
    {
      id: "item-1",
      heading: "Item 1 Cover Page",
      blocks: [
        `**${advisor.name}**. ${office}.`,
        `**${advisoryLlc}**, also doing business as ${firmName}. ${office}.`,
        `Brochure supplement dated ${new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(new Date(date))}.`,
        `This brochure supplement provides information about ${advisor.name} that supplements the ${advisoryLlc} brochure. You should have received a copy of that brochure. Please contact ${complianceOfficer.name}, chief compliance officer, at [${phone.display}](tel:${phone.dial}) if you did not receive ${advisoryLlc}’s brochure or if you have any questions about the contents of this supplement.`,
        `Additional information about ${advisor.name} (CRD number ${advisor.crdNumber}) is available on the SEC’s website at [www.adviserinfo.sec.gov](https://adviserinfo.sec.gov).`,
        "The brochure is [Form ADV Part 2A](/form-adv-part-2a), also on this site.",
      ],
    },
    {
      id: "item-2",
      heading: "Item 2 Educational Background and Business Experience",
      blocks: [],
      sections: [
        {
          id: "item-2-education",
          heading: "Education",
          blocks: [
            `${advisor.name}, was born in ${history.born}. ${history.degree}, ${history.school}, ${history.graduated}.`,
          ],
        },
        {
          id: "item-2-experience",
          heading: "Business experience",
          blocks: [
            {
              table: {
                caption: "Positions, most recent first",
                columns: ["Period", "Firm", "Position"],
                rows: [
                  [`${adviser.organized} to present`, advisoryLlc, advisor.role],
                  [
                    `${advisor.fiduciarySince.slice(0, 4)} to ${adviser.organized}`,
                    "Other investment advisers",
                    "Advisor to individuals and families",
                  ],
                ],
                note: "The form asks for five years. The earlier row is there because we state elsewhere how long the lead advisor has practiced as a fiduciary.",
              },
            },
            `The lead advisor has worked as a fiduciary since ${advisor.fiduciarySince.slice(0, 4)}, always for investment advisers, which owe their clients a fiduciary duty under the Investment Advisers Act of 1940 or state law.`,
          ],
        },
        {
          id: "item-2-cima",
          heading: "Professional designation",
          blocks: [
            "CIMA® stands for Certified Investment Management Analyst®. The certification is granted by Investments & Wealth Institute®, which owns the marks, and concerns the theory and practice of building and overseeing portfolios. It is a private certification, and no government agency issues it.",
            "To earn it, a person must:",
            {
              list: [
                "have three years of experience in financial services when the certification is granted;",
                "pass background checks and show an acceptable regulatory history;",
                "complete an executive education program at a provider registered with the Institute;",
                "pass the certification examination.",
              ],
            },
            "To keep it, a person must report 40 hours of continuing education every 2 years, including two hours of ethics and one of taxes or regulation, renew the certification on that schedule, and follow the Institute’s Code of Professional Responsibility and its rules for the use of the marks.",
          ],
        },
      ],
    },
    {
      id: "item-3",
      heading: "Item 3 Disciplinary Information",
      blocks: [
        `In 2013 our lead advisor, ${advisor.name}, consented to an order of a state securities regulator without admitting or denying its findings. The order concerned incomplete records of client-account reviews at a prior firm. The sanction was $10,000.`,
        "The form presumes events of this kind to be material for ten years. That period has passed. We disclose the order so that this supplement says what [Item 9 of the brochure](/form-adv-part-2a/text#item-9) says, and because [Form CRS](/form-crs#disciplinary-history) answers “Yes” under disciplinary history. There is no other legal or disciplinary event that is material to your evaluation of the lead advisor.",
        "To read what is on public record, open [www.adviserinfo.sec.gov](https://adviserinfo.sec.gov), choose the search for an individual, and enter the name or the CRD number from the cover page.",
      ],
    },
    {
      id: "item-4",
      heading: "Item 4 Other Business Activities",
      blocks: [
        "**Investment-related.** The lead advisor is not engaged in any investment-related business or occupation apart from our firm, and is not registered, or applying to register, as a representative of a broker-dealer or as an associated person of a futures commission merchant, commodity pool operator or commodity trading advisor.",
        "**Commissions.** The lead advisor receives no commissions, bonuses or other compensation based on the sale of securities, insurance or other investment products, and no distribution or service (“trail”) fees from the sale of mutual funds.",
        "**Other.** The lead advisor has no other business or occupation that provides a substantial source of income or takes a substantial amount of time.",
      ],
    },
    {
      id: "item-5",
      heading: "Item 5 Additional Compensation",
      blocks: [
        "No one who is not a client gives the lead advisor an economic benefit for providing advisory services: no sales awards, prizes or bonuses for sales, referrals or new accounts. As our principal owner, the lead advisor receives the firm’s profit, which comes from client fees.",
        "The custodian’s software and service desk are provided to the firm, as [Item 12 of the brochure](/form-adv-part-2a/text#item-12) describes.",
      ],
    },
    {
      id: "item-6",
      heading: "Item 6 Supervision",
      blocks: [
        `**${complianceOfficer.name}**, ${complianceOfficer.role.toLowerCase()}, supervises the lead advisor’s advisory activities. Telephone [${phone.display}](tel:${phone.dial}).`,
        "The chief compliance officer checks each quarter that every managed account has been reviewed and the review recorded, compares a sample of recommendations and trades with the clients’ written targets and restrictions, reads a sample of letters and email, and reviews the lead advisor’s personal trades.",
        "The lead advisor is the principal owner of the firm that employs the chief compliance officer, which limits how independent this supervision can be. The officer may consult outside counsel at the firm’s expense without the lead advisor’s consent. If you have a concern about the advice you receive, you may call the officer directly.",
      ],
    },
  ],
});
