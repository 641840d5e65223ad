import type { ContentPage } from "#content/document-schema.ts";
import { computeAdjustments } from "#content/examples/price-range.ts";
import {
  computePrice,
  computeStockSale,
  inDollars,
  inMillions,
  manufacturer,
} from "#content/manufacturer-sale.ts";
import { managementFee } from "#content/pages/about.ts";
import { practice } from "#content/practice.ts";
import { currentTaxYear, dated, estimates, figureNow, latestTaxFigures } from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

const { dealCosts, escrow, needed } = manufacturer;
const { gain, tax, cash } = computeStockSale();
const spending = needed.reserve / 3;
const spendingPercent = (spending / needed.portfolio) * 100;
const fallenPortfolio = needed.portfolio * 0.75;
/** The part of the owner’s gifts that earns no deduction. The gain is the least that the adjusted gross income can be. */
const charitableFloor = (gain * Number.parseFloat(latestTaxFigures.figureNow("charitableFloor"))) / 100;

/** The firm's main service. `manufacturer-sale.ts` computes the sale whose proceeds the page puts to work. */
export const exitPlanning: ContentPage = released("exitPlanning", {
  path: `/${practice.servicePageSlug}`,
  subject: "service",
  title: "Exit planning for business owners",
  description:
    "Exit planning for owners of $10M+ companies: five phases with dates, when each planning choice expires, how to use the proceeds, and what we charge.",
  modified: "2026-11-30",
  hero: {
    forWhom: `Exit planning, for owners of companies worth $10M or more. Start ${estimates.planningYears} before a sale.`,
    headline: "Plan the sale before there is a buyer",
    lead: "We write your exit plan, put each task on a calendar and stay with you through the year after the sale. Much of what you keep depends on work done before anyone makes an offer.",
    figures: {
      note: "Hypothetical illustration: an S corporation whose owner is active in it",
      items: [
        {
          term: "Sale price",
          figure: inMillions(computePrice().headline, 1),
          note: "before debt, costs and tax",
        },
        {
          term: "What the owner keeps",
          figure: inMillions(cash, 1),
          note: "after debt, costs and federal tax",
        },
        {
          term: "Price needed",
          figure: "$27.7M",
          note: "to keep spending $620,000 a year",
        },
      ],
    },
  },
  sections: [
    {
      id: "benefits",
      heading: "What planning gets you",
      note: `The ${estimates.netWorthShare} is an illustrative estimate for owners who put most of their savings back into the company. We start by working out your own share.`,
      blocks: [
        `For many owners the company is an estimated ${estimates.netWorthShare} of everything they own. Start early and you gain five things that are hard to get once a buyer is waiting.`,
        {
          cards: [
            {
              title: "Your lowest acceptable price",
              text: "We start with what you will spend each year and calculate the price that covers it after tax. Below that price, you can say no.",
            },
            {
              title: "Tax choices that are still open",
              text: "The largest ones depend on when stock was issued or a trust was funded. We list which ones fit your company and [which dates have passed](/tax-strategies).",
            },
            {
              title: "A company that runs without you",
              text: "Buyers pay for earnings that continue after you leave. Handing over customers and pricing takes two or three years.",
            },
            {
              title: "One calendar",
              text: "Your CPA, attorney and banker each see one part. We write one plan with all their dates and keep it current.",
            },
            {
              title: "Your family hears it from you first",
              text: "Decide who inherits, who stays in the company and who hears when. Settle [succession](/succession-planning) before the buyer’s attorneys ask.",
            },
          ],
        },
      ],
    },
    {
      id: "process",
      heading: "Our process: five phases with dates",
      note: `Planning takes ${estimates.planningYears}. The sale itself typically takes ${estimates.saleMonths}; a well-prepared company can take closer to six.`,
      blocks: [
        {
          steps: [
            {
              title: "Where you stand",
              when: "Weeks 1–4",
              text: "We establish what you own and spend, who depends on the company, and what you want afterward. We read tax returns, shareholder agreements and your will. The [Pre-LOI Assessment](/pre-loi-assessment) is a three-minute start.",
            },
            {
              title: "What the company is worth",
              when: "Months 2–3",
              text: "We analyze three to five years of financials the way a buyer will, and give you a price range with reasons, as [the page on valuation](/business-valuation) describes.",
            },
            {
              title: "One plan with one calendar",
              when: "Months 3–6",
              text: "Every decision about the company, tax, estate and family gets a deadline and one person responsible. Your CPA checks the tax, and your attorney drafts the documents.",
            },
            {
              title: "Building value",
              when: "Until you go to market",
              text: "Get your books reviewed, hire a second in command, make contracts transferable and fund trusts while the value is lower. We repeat the valuation every year.",
            },
            {
              title: "The sale and the year after",
              when: "The sale, then twelve months",
              text: "Your banker runs the sale and your attorney negotiates the contract. We show what each offer leaves you after tax, holdbacks and conditions, then put the proceeds to work.",
            },
          ],
        },
      ],
    },
    {
      id: "years-before",
      heading: "When each planning choice expires",
      background: "bed",
      note: "Typical deadlines. A sale often closes three to six months after a letter of intent; your dates depend on your buyer and your entity.",
      blocks: [
        "Each choice below expires at a different time, and most expire before an offer arrives. The article on [when to start exit planning](/blog/when-to-start-exit-planning) says what to do first, year by year.",
        { drawing: "planning-timeline" },
        {
          fold: {
            summary: "Planning choices, their deadlines and why they expire",
            blocks: [
              {
                table: {
                  caption: "Planning choices, their deadlines and why they expire",
                  columns: ["Choice", "Deadline", "Why it expires"],
                  rows: [
                    [
                      "Qualified small business stock (QSBS), C corporations only",
                      `One holding period before the sale. Stock issued after July 4, 2025: ${figureNow("qsbsHolding")}. Older stock: more than five years.`,
                      "The clock starts when the stock is issued. A company that converts just before a sale starts at zero.",
                    ],
                    [
                      "Three clean years of books",
                      "Three fiscal years before you go to market",
                      "Buyers rely on completed fiscal years and question restatements.",
                    ],
                    [
                      "Gifts to family trusts",
                      "Before anyone prices the shares; two to three years ahead is better",
                      `An offer is evidence of value. A higher value uses more of your exemption: ${figureNow("giftExemption")} for each person in ${currentTaxYear}.`,
                    ],
                    [
                      "Charitable remainder trust",
                      "Well before you sign a letter of intent",
                      "Once a sale is practically certain, the gain can be taxed to you anyway. The trust can’t hold S corporation shares without ending the S election.",
                    ],
                    [
                      "Installment terms",
                      "Before you sign the purchase contract",
                      "Gain on cash you have received can’t be spread over later years.",
                    ],
                    [
                      "Opportunity zone fund",
                      "About six months after the gain",
                      "The law generally sets 180 days. Ask your CPA for your exact date.",
                    ],
                  ],
                },
              },
            ],
          },
        },
      ],
    },
    {
      id: "pitfalls",
      heading: "Common mistakes that cost sellers money",
      blocks: [
        {
          cards: [
            {
              title: "Planning after the letter of intent",
              text: "The letter outlines price and structure. It usually stops you from talking to other buyers for 60 to 90 days. [An article](/blog/why-plan-before-loi) lists what ends when you sign.",
            },
            {
              title: "Talking to one buyer",
              text: "An unsolicited offer feels like a compliment. Without a second one, you can’t know whether the price is fair.",
            },
            {
              title: "Leaving a guarantee behind",
              text: "A personal guarantee on a lease or credit line does not end with the sale. Each one needs a release at closing.",
            },
            {
              title: "The wrong person finds out first",
              text: "A key manager who hears from a supplier may leave just when the buyer is judging your team.",
            },
          ],
        },
      ],
    },
    {
      id: "post-sale-strategy",
      heading: "After the sale: put the proceeds to work",
      illustration: true,
      background: "bed",
      note: `No spending rate is safe for everyone. The ${spendingPercent.toFixed(1)}% is what this invented owner accepts; yours depends on your age and your needs.`,
      blocks: [
        `[An invented manufacturer](/manufacturer-sale) sells for $20.00M. After ${inMillions(computeAdjustments())} of debt and closing adjustments, ${inMillions(dealCosts)} of deal costs and ${inMillions(tax)} of federal tax, the owner keeps ${inMillions(cash)}. The bar shows where it goes.`,
        { drawing: "proceeds" },
        {
          table: {
            caption: "How the proceeds of a $20M sale could be used (illustration)",
            columns: ["Purpose", "Amount", "How it works"],
            rows: [
              [
                "Escrow",
                inMillions(escrow.amount),
                `An escrow agent holds it for ${escrow.months} months against claims. Plan without it.`,
              ],
              [
                "Reserve",
                inMillions(needed.reserve),
                "Three years of spending in Treasury bills and cash. Refill it only after good years.",
              ],
              [
                "Mortgage",
                inMillions(needed.mortgage),
                "Paid off at closing, so that the portfolio doesn’t have to cover the payments.",
              ],
              [
                "Giving",
                inMillions(needed.giving),
                "To a donor-advised fund in the year of the sale, when your income is highest.",
              ],
              [
                "Portfolio",
                inMillions(needed.portfolio),
                "Invested over several months, on dates set in advance.",
              ],
              ["**Total**", `**${inMillions(cash)}**`, "What the sale leaves after tax"],
            ],
            note: `Assumptions: stock sale of an S corporation by an owner active in it, ${practice.postalAddress.stateName} resident, all long-term gain at the top federal rate of ${dated("capitalGainsTopRate")}, before advisory fees. The gift’s deduction is not counted. From 2026 a deduction applies only above ${figureNow("charitableFloor")} and saves at most ${figureNow("charitableCeiling")} in the top bracket (Pub. L. 119-21). With this owner’s gain of ${inMillions(gain)}, at least the first ${inDollars(charitableFloor)} of the gift doesn’t count. Any deduction beyond the year’s ordinary income only offsets gain taxed at ${figureNow("capitalGainsTopRate")}.`,
          },
        },
        `The portfolio then pays ${inDollars(spending)} a year for spending. That is ${spendingPercent.toFixed(1)}% of it in the first year, before income tax, and rises with prices.`,
        `Now test it. If markets fall by a quarter in the first year, the portfolio stands at ${inMillions(fallenPortfolio)}, and the same spending is ${((spending / fallenPortfolio) * 100).toFixed(1)}% of it. With the reserve, the owner can wait three years before selling at that price.`,
        `The ${spendingPercent.toFixed(1)}% is before our fee. If you ask us to manage the portfolio, the first year costs ${inDollars(managementFee)}, and the owner takes out ${(((spending + managementFee) / needed.portfolio) * 100).toFixed(1)}% instead of ${spendingPercent.toFixed(1)}%.`,
        {
          callout:
            "Before the sale, the company paid for $620,000 a year of this owner’s life: salary, distributions, vehicles, health insurance and travel. To keep all of it at 4.0% takes a $15.5M portfolio and a larger reserve. With the escrow left out, that means a sale price of $27.7M. With three years’ notice you can work on the price, wait or spend less. **At closing, you can only spend less.**",
        },
      ],
    },
    {
      id: "fit-and-fees",
      heading: "What it costs and who it’s for",
      blocks: [
        "We work best with companies worth $10 million or more and owners who are at least a year from a sale. For a smaller company, a good CPA can do most of this for less. If you must sign within 90 days, start with a deal attorney; we can refer you to one.",
        "We don’t broker deals or give legal or tax advice. Your banker, attorney and CPA do that work. We hope to manage the money after the sale, so we earn more if you sell. That is a conflict of interest. [Form CRS](/form-crs) describes it and the others.",
        {
          table: {
            caption: "What you pay, and to whom",
            columns: ["Work", "Price", "Paid to"],
            rows: [
              [
                "Planning and consulting",
                "At most $200 per hour, negotiable, after a written estimate. As an illustration, a first year of sixty hours costs at most $12,000.",
                "Us",
              ],
              [
                "Managing money, only if you ask us to",
                `1% to 2% of managed assets a year, falling in steps: ${inDollars(managementFee)} on ${inMillions(needed.portfolio)} by today’s schedule, which is ${((managementFee * 100) / needed.portfolio).toFixed(1)}%.`,
                "Us",
              ],
              ["CPA, attorney, banker, appraiser", "Their own fees", "Each\u00a0firm\u00a0directly"],
              [
                "Brokerage commissions, sales loads, fund costs",
                "Set by the custodian or broker and by the fund or insurance company",
                "Those\u00a0firms, not\u00a0us",
              ],
            ],
            note: "The sixty hours cover the whole plan, including [the first 90 days](/about#first-90-days). The hours on the valuation, tax and succession pages are for that work alone. We take no commissions and sell no products.",
          },
        },
      ],
    },
  ],
  related: [
    "/seven-steps",
    "/business-valuation",
    "/blog/business-owners-screw-up-selling",
    "/blog/when-to-start-exit-planning",
  ],
  closing: {
    heading: "Start with a 30\u2011minute call",
    text: "You will learn which of your decisions have deadlines and which to make first. The call is free, and you speak with an advisor.",
    mailRequest: "exitPlanning",
  },
});
