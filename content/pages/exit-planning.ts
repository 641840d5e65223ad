import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { dated, estimates, figureNow } from "#content/tax-facts.ts";

/**
 * The firm's main service, which the post-sale strategy on the home page links to. The $20M distributor is also in
 * `business-valuation.ts`. Change its amounts in both files.
 */
export const exitPlanning: ContentPage = {
  path: `/${practice.servicePageSlug}`,
  subject: "service",
  title: "Exit Planning for Business Owners",
  description:
    "Exit planning for owners of $10M+ companies: five dated steps, the last day of each choice, what the money must do after the sale, and what we charge.",
  modified: "2026-11-21",
  hero: {
    forWhom: `Exit planning, for owners of companies worth $10M or more. Best begun ${estimates.planningYears} before a sale.`,
    headline: "Plan the sale before there is a buyer",
    lead: "Much of what you will keep is settled by things done, or left undone, before anyone makes an offer. We give each of them a date, and stay through the year after the sale.",
  },
  sections: [
    {
      id: "benefits",
      heading: "What a plan changes",
      note: `The ${estimates.netWorthShare} is an illustrative estimate for owners who have put most of their savings back into the company. Your own share is the first number we work out.`,
      blocks: [
        `For many owners the company is an estimated ${estimates.netWorthShare} of everything they have. A plan gives you five things that are hard to get once a buyer is waiting.`,
        {
          cards: [
            {
              title: "A lowest price",
              text: "We work back from what your life will cost to the price that pays for it after tax. Below it, the answer is no.",
            },
            {
              title: "Tax choices still open",
              text: "The large ones depend on when stock was issued or when a trust was funded. We list which fit your entity, and which you are [already too late for](/tax-strategies).",
            },
            {
              title: "A company that runs without you",
              text: "A buyer pays for the earnings that remain after you leave. Handing over customers and prices takes two or three years.",
            },
            {
              title: "One calendar",
              text: "Your CPA, attorney and banker each know a part. We write one plan with all their dates, and keep it.",
            },
            {
              title: "A family that heard it from you",
              text: "Who inherits, who works on, who is told when. [Succession](/succession-planning) is decided before the buyer’s lawyers ask.",
            },
          ],
        },
      ],
    },
    {
      id: "process",
      heading: "Five steps, with their dates",
      note: `The plan takes ${estimates.planningYears}. The sale itself takes ${estimates.saleMonths} as a rule; a well-prepared company can be nearer six.`,
      blocks: [
        {
          steps: [
            {
              title: "Where you stand",
              when: "Weeks 1–4",
              text: "What you own and spend, who depends on the company, what you want afterward. We read tax returns, entity papers, shareholder agreements and your will. The [readiness assessment](/pre-loi-assessment) is a three-minute start.",
            },
            {
              title: "What it is worth",
              when: "Months 2–3",
              text: "Three to five years of financials, read as a buyer reads them, and a range of prices with the reason for each end. [How the valuation is done](/business-valuation).",
            },
            {
              title: "The plan on one calendar",
              when: "Months 3–6",
              text: "Every decision about the company, the tax, the estate and the family gets a last day and one person responsible. Your CPA tests the tax, your attorney drafts the documents.",
            },
            {
              title: "The years of work",
              when: "Until a buyer appears",
              text: "Reviewed statements, a second in command, contracts that survive a change of owner, trusts funded while the value is modest. The valuation is repeated every year.",
            },
            {
              title: "The sale and the year after",
              when: "The sale, then twelve months",
              text: "Your banker runs the sale, your attorney the contract. We work out what each offer leaves you after tax, holdbacks and conditions, then what the money has to do.",
            },
          ],
        },
      ],
    },
    {
      id: "years-before",
      heading: "Each choice has its last day",
      blocks: [
        "The years before a sale look alike while you live through them. Drawn on a line, they are choices that end at different times, most of them before the offer.",
        { drawing: "last-days" },
        {
          table: {
            caption: "Five choices, and the day on which each ends",
            columns: ["Choice", "Last sensible day", "What closes it"],
            rows: [
              [
                "Qualified small business stock (C corporations only)",
                `One full holding period before the sale: ${dated("qsbsHolding")}`,
                "The clock starts when the stock is issued. A company that converts on the eve of a sale starts at zero, if it can start at all.",
              ],
              [
                "Three clean years of books",
                "Three fiscal years before you go to market",
                "Buyers read closed years, and a restated one with suspicion.",
              ],
              [
                "Gifts to family trusts",
                "Before anyone puts a price on the shares; two to three years out is better",
                `An offer is evidence of value, and the gift then uses more of your exemption: ${dated("giftExemption")}.`,
              ],
              [
                "Charitable remainder trust",
                "Well before a letter of intent is signed",
                "Once the sale is a practical certainty, the gain can be taxed to you all the same. S corporation shares cannot go into such a trust at all.",
              ],
              [
                "Installment terms",
                "The day the contract is signed",
                "Gain on cash already received cannot be spread over later years.",
              ],
            ],
          },
        },
        "What to do first at each distance is set out in [when to start exit planning](/blog/when-to-start-exit-planning).",
      ],
    },
    {
      id: "pitfalls",
      heading: "Where good companies sell badly",
      blocks: [
        {
          list: [
            "**Planning after the letter of intent.** It fixes the price and the structure in outline and usually forbids you to talk to anyone else, often for 60 to 90 days. [What the letter closes](/blog/why-plan-before-loi), in order.",
            "**One buyer.** An unsolicited offer feels like a compliment. Without a second one, nobody knows whether the price is good.",
            "**Earn-outs counted as cash.** Money that depends on results you no longer control belongs in the plan at zero.",
            "**A guarantee left behind.** Personal guarantees on a lease or a credit line do not end because the shares changed hands. Each needs a release at closing.",
            "**The wrong person hears first.** A key manager who learns of the sale from a supplier may leave in the very months when a buyer is counting managers.",
          ],
        },
        "There are more: [ten moves that spoil a sale](/blog/business-owners-screw-up-selling).",
      ],
    },
    {
      id: "post-sale-strategy",
      heading: "After the sale, the money needs a job",
      note: "No draw is safe for everyone. The 4.0% is what this invented owner can accept; yours depends on your age and your needs.",
      blocks: [
        "Take a distributor sold for $20.00M. Debt and closing adjustments take $2.70M, deal costs $0.70M and federal tax $3.95M. What is left is $12.65M ([the arithmetic](/business-valuation#wealth-planning) is on the valuation page). Before closing, each dollar of it gets a job; the first four lines add up to the whole.",
        {
          table: {
            caption: "What is left of a $20M sale, and what it has to do. An illustration",
            columns: ["Job", "Amount", "Rule"],
            rows: [
              [
                "Wait in escrow",
                "$1.00M",
                "Held back by the buyer for 18 months against claims. Planned as if it never came.",
              ],
              [
                "Reserve",
                "$1.20M",
                "Three years of spending, in Treasury bills and cash; refilled only after years in which the portfolio rose.",
              ],
              [
                "Giving",
                "$0.45M",
                "To a donor-advised fund in the year of the sale, when the deduction meets the most income.",
              ],
              ["Portfolio", "$10.00M", "Invested over months, on dates fixed in advance."],
              [
                "Spending",
                "$400,000 a year",
                "4.0% of the portfolio in the first year, income tax included, rising with prices.",
              ],
            ],
            note: `Assumptions: ${practice.postalAddress.stateName} resident, zero basis, all long-term gain at the combined top federal rate of ${dated("combinedTopRate")}, before advisory fees. An active owner of an S corporation may owe less. No deduction is counted for the gift: from 2026 only what exceeds ${figureNow("charitableFloor")} counts, worth at most ${figureNow("charitableCeiling")} in the top bracket (Pub. L. 119-21).`,
          },
        },
        "Now test it. If markets fall by a quarter in the first year, the portfolio stands at $7.50M and the same spending is 5.3% of it. The reserve buys three years in which nothing has to be sold at that price.",
        {
          callout:
            "The company had been paying for a life of $620,000 a year: salary, distributions, vehicles, health insurance, travel. To carry that at the same 4.0%, all else equal, it would have to sell for about $28M. An owner who learns this three years ahead can build, wait or spend less; at closing, only the last is left.",
        },
      ],
    },
    {
      id: "fit-and-fees",
      heading: "Who it is not for, and what it costs",
      note: "We hope to manage the money after the sale, so we earn more if you sell. That is a conflict of interest. [Form CRS](/form-crs) names it and the others.",
      blocks: [
        "If you must sign within 90 days, a deal lawyer will help you more than we can. If your company is worth far less than $10M, a good CPA will do most of this for less. We do not broker deals, and we give no legal or tax advice: those stay with your banker, attorney and CPA.",
        {
          table: {
            caption: "What you pay, and to whom",
            columns: ["Work", "Price", "Paid to"],
            rows: [
              [
                "Planning and consulting",
                "At most $200 per hour, negotiable. Sixty hours, for illustration, cost at most $12,000.",
                "Us",
              ],
              [
                "Managing money, only if you ask us to",
                "1% to 2% of managed assets a year, falling in steps: $120,000 on $10.00M by today’s schedule, which is 1.2%.",
                "Us",
              ],
              ["CPA, attorney, banker, appraiser", "Their own fees", "Them; we receive no part"],
              [
                "Brokerage commissions, sales loads, fund costs",
                "Set by the custodian or broker and by the fund or insurance company",
                "Them; we receive no part",
              ],
            ],
            note: "We take no commissions and sell no products.",
          },
        },
      ],
    },
  ],
  closing: {
    heading: "Begin with thirty minutes",
    text: "The first call is free and with an advisor. You will hear which of your choices have dates on them, and whether we are the right office for you. No result is promised.",
    mailRequest: "exitPlanning",
  },
};
