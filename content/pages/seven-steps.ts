import { practice } from "#content/practice.ts";
import type { SevenStepsPage } from "#content/document-schema.ts";
import { planningTimeline } from "#content/examples/planning-timeline.ts";
import { estimates } from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

const { label } = practice.mailRequests.sevenSteps;

/** The owner's seven decisions on the way to a sale. The firm's own process is on the main service page. */
export const sevenSteps: SevenStepsPage = released("sevenSteps", {
  hero: {
    note: "A guide for owners. About three minutes to read.",
    headline: `${label.replace("'", "’").replace("7 ", "7\u00a0")} to a well\u2011planned sale`,
    lead: "Selling a company comes down to seven decisions. In this order, each one makes the next easier. Once an offer arrives, several are no longer yours to make.",
    buttonNote: `“${label.replace("'", "’")}” opens an email to us. We reply with a copy for your CPA.`,
  },
  timeline: {
    heading: "When each of the seven steps happens",
    note: "Drawn to scale for an owner who starts five years ahead. Step 5 ends with the letter of intent; a sale often closes three to six months later. With less time the steps overlap, and some options in step 5 are gone.",
  },
  steps: {
    heading: "The seven steps in detail",
    note: `These are your decisions. Our [five-phase process](/${practice.servicePageSlug}) describes the work we do to support them.`,
    items: [
      {
        title: "Decide what the sale is for",
        when: "Five years before",
        from: -5,
        to: -4.5,
        text: "Write down what you want for yourself, your family and your people, and what would make you keep the company.",
        result: "A one-page statement you and your spouse or partner agree on",
        people: "You, with your family; we ask the questions",
      },
      {
        title: "Know your number",
        when: "Five years before",
        from: -5,
        to: -4.25,
        text: "Work out what you will spend each year once the company stops paying for it, then the after-tax amount that supports it.",
        result: "The lowest price you can accept",
        people: "We do; your CPA checks the tax",
      },
      {
        title: "Learn what a buyer would pay",
        when: "Four to five years before, then yearly",
        from: -4.5,
        to: -4,
        text: "Read three to five years of financials the way a buyer does, and get a price range with the reasons for each end.",
        result: "A range, and the gap to your number",
        people: "We do; an appraiser for gifts or an ESOP",
      },
      {
        title: "Close the gap",
        when: "The three years before you go to market",
        from: -4.25,
        to: -1.25,
        text: "Fix what lowers the price: a dominant customer, a missing second in command, books no one reviews, equipment due for replacement.",
        result: "Three clean years and a company that runs without you",
        people: "You and your managers",
      },
      {
        title: "Choose the structure",
        when: "Three years before, until the letter of intent",
        from: -3,
        to: -planningTimeline.letterOfIntent.months / 12,
        text: "Decide who should own the company next. Set up gifts and trusts, check the S election, and model [an asset sale against a stock sale](/manufacturer-sale#asset-or-stock).",
        result: "Signed documents and a modeled after-tax result",
        people: "Your CPA and attorneys; we keep the dates",
      },
      {
        title: "Run the sale with one team",
        when: `The last ${estimates.saleMonths}`,
        from: -1.25,
        to: 0,
        text: "Choose a banker, prepare the data room, compare offers by what each leaves you, and negotiate [before you sign the letter of intent](/blog/why-plan-before-loi).",
        result: "A closed sale on terms you understood in advance",
        people: "Your banker and deal attorney; we compare the offers",
      },
      {
        title: "Put the proceeds to work",
        when: "The year after closing",
        from: 0,
        to: 1,
        text: "Set aside the tax, fund a spending reserve, invest on dates fixed in advance and update your estate plan.",
        result: "A yearly income plan and an updated estate plan",
        people: "We do, if you ask us to",
      },
    ],
  },
  sections: [
    {
      id: "less-time",
      heading: "What if you have less than five years?",
      note: "You can start at any step. The sooner you start, the more choices remain.",
      blocks: [
        {
          table: {
            caption: "What you can still do, by time to closing",
            columns: ["Time to closing", "Still open", "Usually closed"],
            rows: [
              [
                "Three years",
                "Steps 1 to 7, with one or two clean years",
                "A full five-year QSBS holding period, if it has not started",
              ],
              [
                "One year",
                "Steps 2, 3, 5 and 6, with fewer choices",
                "Most of the value you could add in step 4",
              ],
              [
                "A letter you have not signed",
                "Step 2, tax modeling, every term in the letter",
                "Most gifts and trusts at a low value",
              ],
              [
                "A letter of intent you have signed",
                "Step 2, tax modeling, price allocation, installment terms",
                "Other buyers during exclusivity, most gifts and trusts",
              ],
              [
                "After closing",
                "Step 7, gifts of cash, opportunity zones",
                "Everything that had to be in the contract",
              ],
            ],
          },
        },
        "Tax rules set several of these dates. The page on [tax strategies](/tax-strategies) lists who qualifies for each and by when. For a worked example, see [the $20M manufacturer](/manufacturer-sale).",
      ],
    },
  ],
  closing: {
    heading: "Find out which step you’re on",
    note: "Thirty minutes with an advisor, at no charge. You don’t need to prepare anything.",
  },
});
