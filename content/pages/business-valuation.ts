import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { dated, estimates } from "#content/tax-facts.ts";

/** The $20M distributor is also on the exit planning page. Change its amounts on both pages. */
export const businessValuation: ContentPage = {
  path: "/business-valuation",
  subject: "service",
  title: "Business Valuation Before a Sale",
  description:
    "What a buyer would pay for your company, why, and what you would keep: drivers, adjusted EBITDA, a worked multiple down to equity, and the price of enough.",
  modified: "2026-11-21",
  hero: {
    forWhom: "Business valuation guidance, for owners who want the number before a buyer names one.",
    headline: "What a buyer would pay, and what you would keep",
    lead: "We read three to five years of your financials the way a buyer will, arrive at a range with reasons, and carry it through debt, costs and tax to the money that is yours.",
  },
  sections: [
    {
      id: "benefits",
      heading: "What the number is for",
      blocks: [
        {
          cards: [
            {
              title: "To decide whether",
              text: "A price that does not pay for your life is a reason to go on building. It is better to know that before you tell anyone.",
            },
            {
              title: "To decide what to repair",
              text: "The gap between the ends of the range is a list of work, with dollars beside each line.",
            },
            {
              title: "To answer an offer",
              text: "An unsolicited letter names a figure and a date. With a range in the drawer you can reply calmly.",
            },
            {
              title: "To plan gifts in time",
              text: "Shares given to a trust early carry their growth with them. The estate plan needs a value to start from.",
            },
          ],
        },
        "This is a planning valuation. Where the law asks for an independent appraisal, as for shares given to a charitable trust or sold to an ESOP, an appraiser writes it, and we work with that person. Large gifts to family should have one too.",
      ],
    },
    {
      id: "drivers",
      heading: "What moves the multiple",
      blocks: [
        "A multiple is a price put on risk. The buyer asks how likely it is that this year’s earnings come again without you. Much of what answers that question can be changed in two or three years.",
        {
          table: {
            caption: "Seven drivers, as a buyer reads them",
            columns: ["Driver", "Raises the price", "Lowers it"],
            rows: [
              [
                "Customers",
                "None above a tenth of sales; the largest have stayed for years",
                "One is a third of sales, order by order",
              ],
              ["Revenue", "Contracts that renew, price increases that held", "Projects won one at a time"],
              ["Management", "A second in command runs the week", "Every large decision waits for you"],
              ["Margin", "Steady through a bad year", "Sales grew and margin paid for it"],
              ["Books", "Reviewed or audited, closed every month", "Cash basis, one year restated"],
              ["Equipment", "Replaced on schedule", "A fleet or a roof left for the buyer to pay for"],
              [
                "Contracts",
                "Leases and supply agreements pass to a new owner",
                "The landlord or the main supplier must consent",
              ],
            ],
          },
        },
      ],
    },
    {
      id: "financials",
      heading: "Three to five years of financials, analyzed",
      note: "Three years show the level of earnings. Five show how the company behaved in a year that went badly.",
      blocks: [
        "We read first what a buyer’s accountants will read later:",
        {
          list: [
            "Income statements and balance sheets for each year, and month by month for the last 24.",
            "Tax returns for the same years, reconciled to the books, every difference explained.",
            "Sales and gross margin by customer, product and location.",
            "Payroll, with what you and your family are paid and what work each of you does.",
            "Inventory, receivables and payables by month, which set the working capital a buyer will expect to find.",
            "Debt, leases, guarantees, and the capital spending that was made or put off.",
          ],
        },
      ],
    },
    {
      id: "worked-example",
      heading: "From reported earnings to equity",
      note: "EBITDA: earnings before interest, taxes, depreciation and amortization. An adjustment without a document behind it is a hope.",
      blocks: [
        "First the earnings are normalized: what is yours alone comes out, what a new owner will have to pay goes in. Sellers forget the second part; buyers do not.",
        {
          table: {
            caption: "Normalizing an invented distributor’s latest year. An illustration",
            columns: ["Item", "Amount", "What a buyer accepts as proof"],
            rows: [
              ["Reported EBITDA", "$2,900,000", "Statements that agree with the tax return"],
              [
                "Your pay above a hired manager’s",
                "+$280,000",
                "A salary survey for the position and the region",
              ],
              ["A lawsuit, settled once", "+$190,000", "The release and the invoices"],
              ["Pay to a relative with no job", "+$90,000", "Payroll records"],
              ["Rent below market, on your building", "−$120,000", "A broker’s letter or a new lease"],
              [
                "The controller you have not hired",
                "−$140,000",
                "Two recruiters’ quotes; a buyer will add it anyway",
              ],
              ["**Adjusted EBITDA**", "**$3,200,000**", "The file of all the above"],
            ],
          },
        },
        {
          table: {
            caption: "The same company at three multiples: from enterprise value to equity. An illustration",
            columns: ["Line", "Low", "Middle", "High"],
            rows: [
              ["Multiple of $3.20M", "5.5×", "6.25×", "7.0×"],
              ["Enterprise value", "$17.60M", "$20.00M", "$22.40M"],
              ["Debt repaid", "−$2.00M", "−$2.00M", "−$2.00M"],
              ["Working capital below normal", "−$0.40M", "−$0.40M", "−$0.40M"],
              ["Accrued bonuses and taxes", "−$0.30M", "−$0.30M", "−$0.30M"],
              ["**Equity, before costs and tax**", "**$14.90M**", "**$17.30M**", "**$19.70M**"],
            ],
            note: "The multiples are invented. Yours come from sales of companies like it in size and trade, at the time. The price assumes normal working capital, often a twelve-month average; a shortfall reduces it dollar for dollar.",
          },
        },
        "The earnings are the same in all three columns. What separates the low price from the high one, $4.80M, is risk as the buyer reads it.",
      ],
    },
    {
      id: "proceeds",
      heading: "What a $20 million price leaves",
      note: `Hypothetical illustration. Stock sale, ${practice.postalAddress.stateName} resident, zero basis, all long-term gain at the combined top federal rate of ${dated("combinedTopRate")}, escrow counted as received, before advisory fees. An owner active in an S corporation may owe less.`,
      blocks: [{ drawing: "price-to-proceeds" }],
    },
    {
      id: "negotiation-power",
      heading: "Negotiation power is prepared",
      blocks: [
        "A buyer’s first offer rests on your summary; the last one rests on their accountants. A surprise between the two seldom raises the price. At these multiples, $100,000 of earnings that you cannot prove costs $550,000 to $700,000. Let an accounting firm of your choice find the surprises a year earlier.",
        "Three more things strengthen your hand. A second buyer, because a range is an opinion until two people bid. A lowest price, worked out in advance, so that you can walk away. And the definition of working capital, settled [before the letter of intent is signed](/blog/why-plan-before-loi), while you are still free to talk to others.",
        {
          callout:
            "Compare offers by cash at closing, then by what is certain, then by the headline. Compare an earn-out at what you would pay for it yourself; in your own plan, count it at zero.",
        },
      ],
    },
    {
      id: "wealth-planning",
      heading: "Wealth planning: from the price to enough",
      note: `The ${estimates.earlyPlannersValue} is an illustrative estimate, without a study of ours behind it. It supposes years in which the company’s weak points were in fact repaired.`,
      blocks: [
        `Your number is what remains, held against what your life will cost. Suppose the distributor’s owner needs $11.65M: a portfolio of $10.00M, three years’ spending in reserve and a gift. The exit planning page shows [what that money has to do](/${practice.servicePageSlug}#post-sale-strategy).`,
        {
          table: {
            caption: "Is it enough? The same three prices after costs and tax. An illustration",
            columns: ["Line", "Low", "Middle", "High"],
            rows: [
              ["Equity", "$14.90M", "$17.30M", "$19.70M"],
              ["Banker, attorneys, other deal costs", "−$0.70M", "−$0.70M", "−$0.70M"],
              ["Federal tax", "−$3.38M", "−$3.95M", "−$4.52M"],
              ["**Kept**", "**$10.82M**", "**$12.65M**", "**$14.48M**"],
              ["Needed", "$11.65M", "$11.65M", "$11.65M"],
              ["**Over or short**", "**−$0.83M**", "**+$1.00M**", "**+$2.83M**"],
            ],
            note: `Assumptions: ${practice.postalAddress.stateName} resident, sale of shares, zero basis, all long-term gain at the combined top federal rate of ${dated("combinedTopRate")}; escrow counted as received; before advisory fees. An active owner of an S corporation may owe less, a sale of assets can cost more, and [planning done in time](/tax-strategies) may cost less.`,
          },
        },
        "Two things follow. The middle price leaves $1.00M over, about what a buyer may hold back in escrow: enough, with nothing to spare. And with the escrow paid in full, the lowest acceptable price is now a number, a little under $18.7M, or not quite 5.9 times adjusted EBITDA.",
        `Owners who prepare early may see prices higher by an estimated ${estimates.earlyPlannersValue}, an illustrative figure that assumes the preparation removed something a buyer would have discounted. A company without such weaknesses has less to gain.`,
      ],
    },
    {
      id: "process",
      heading: "Five steps, about two months",
      note: "At most $200 per hour, negotiable: thirty hours, for illustration, cost at most $6,000. An appraiser’s report is separate and is paid to the appraiser.",
      blocks: [
        {
          steps: [
            {
              title: "The documents",
              when: "Weeks 1–2",
              text: "One list, sent to your CPA with your permission. Your staff need not be told.",
            },
            {
              title: "Normalized earnings",
              when: "Weeks 3–4",
              text: "Every adjustment in both directions, each with its proof or its absence marked.",
            },
            {
              title: "The range",
              when: "Weeks 5–6",
              text: "Comparable sales, the seven drivers, and why your company belongs where we put it.",
            },
            {
              title: "From price to kept",
              when: "Weeks 7–8",
              text: "Debt, costs and tax, checked by your CPA, then set against what you need.",
            },
            {
              title: "The repair list",
              when: "Then once a year",
              text: "What to change, in order of dollars per month of work. The valuation is repeated every year until you sell or decide to keep the company.",
            },
          ],
        },
      ],
    },
    {
      id: "pitfalls",
      heading: "Four ways to be wrong about the price",
      blocks: [
        {
          list: [
            "**The neighbor’s multiple.** You heard the headline, and neither the adjustments, the earn-out nor the debt.",
            "**One number.** It hides its assumptions. A range shows what has to be true for each end.",
            "**The wrong purpose.** A value for an estate return may carry discounts for minority shares; a buyer of the whole company pays for control.",
            "**An old number.** Interest rates, one customer or one good year can move the range.",
          ],
        },
      ],
    },
  ],
  closing: {
    heading: "Ask what yours might be worth",
    text: "Thirty minutes, free, with an advisor. We cannot name a price on the telephone and will not try; we can say which of the seven drivers deserves your next year. For a court or a tax return you need an appraiser instead.",
    mailRequest: "valuation",
  },
};
