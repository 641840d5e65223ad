import type { ContentPage } from "#content/document-schema.ts";
import {
  computeAdjustments,
  computeLowestPrice,
  computeProceeds,
  multipleLabel,
  multiples,
  type Proceeds,
} from "#content/examples/price-range.ts";
import {
  computeNeeded,
  computePassiveSale,
  computeStockSale,
  inDollars,
  inMillions,
  manufacturer,
} from "#content/manufacturer-sale.ts";
import { practice } from "#content/practice.ts";
import { dated, estimates, figureNow } from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

const { adjustedEbitda, debt, accruedBonuses, workingCapital, dealCosts, escrow, needed } = manufacturer;
const [low, middle, high] = [
  computeProceeds(multiples.low),
  computeProceeds(multiples.middle),
  computeProceeds(multiples.high),
];
const lowestPrice = computeLowestPrice();
const stockSale = computeStockSale();

/** A row of a table with three prices. Sums are in bold. */
function priceRow(label: string, amountAt: (proceeds: Proceeds) => string, mark: "" | "**" = ""): string[] {
  return [label, amountAt(low), amountAt(middle), amountAt(high)].map((cell) => `${mark}${cell}${mark}`);
}

/** The same deduction at each price. */
function deductionRow(label: string, dollars: number): string[] {
  return priceRow(label, () => inMillions(-dollars));
}

/** A price in the hero, with what it leaves. */
function priceFigure(name: string, multiple: number) {
  const { price, kept } = computeProceeds(multiple);
  return {
    term: `${name} price, ${multipleLabel(multiple)}`,
    figure: inMillions(price),
    note: `${inMillions(kept)} after debt, costs and tax`,
  };
}

/** How many cents of each dollar of the middle price an amount is. @example cents(2_700_000) // "13.5" */
function cents(dollars: number): string {
  return String(Math.round((dollars / middle.price) * 1000) / 10);
}

/** @example signed(1_000_000) // "+$1.00M" */
function signed(dollars: number): string {
  return `${dollars > 0 ? "+" : ""}${inMillions(dollars)}`;
}

/** The company of this page is the manufacturer of `manufacturer-sale.ts`, which computes every amount after its earnings. */
export const businessValuation: ContentPage = released("businessValuation", {
  path: "/business-valuation",
  subject: "service",
  title: "Business valuation before a sale",
  description:
    "What a buyer would pay for your company and what you would keep: seven value drivers, adjusted EBITDA, a $20M price drawn to scale, and the price you need.",
  modified: "2026-11-30",
  hero: {
    forWhom: "Business valuation guidance, for owners who want to know the number before a buyer names one.",
    headline: "What a buyer would pay, and what you would keep",
    lead: "We analyze three to five years of financials the way a buyer will. You get a price range with reasons, and what you would keep after debt, costs and tax.",
    figures: {
      note: `Hypothetical illustration: one manufacturer with ${inMillions(adjustedEbitda)} of adjusted EBITDA, an S corporation whose owner is active in it`,
      items: [
        priceFigure("Low", multiples.low),
        priceFigure("Middle", multiples.middle),
        priceFigure("High", multiples.high),
      ],
    },
  },
  sections: [
    {
      id: "benefits",
      heading: "What you can do with a valuation",
      blocks: [
        {
          cards: [
            {
              title: "Decide whether to sell",
              text: "If the price does not pay for your life after the sale, keep building. It is better to know that before you tell anyone.",
            },
            {
              title: "Decide what to improve",
              text: "The gap between the ends of the range becomes a work list, with dollars beside each line.",
            },
            {
              title: "Respond to an offer",
              text: "An unsolicited letter names a price and a date. With a range in hand, you can respond on your own schedule.",
            },
            {
              title: "Time your gifts",
              text: "Give shares to a trust early, and their later growth can stay outside your estate. The plan needs a value to start from.",
            },
          ],
        },
        "This is a planning valuation. Some cases require an independent appraisal by law, such as shares given to a charitable trust or sold to an ESOP. An appraiser prepares that report, and we work with that person. Large gifts to family should have one too.",
      ],
    },
    {
      id: "drivers",
      heading: "What raises or lowers your multiple",
      blocks: [
        "A multiple reflects risk: how likely the company’s earnings are to continue without you. You can change much of that in two or three years.",
        {
          table: {
            caption: "Seven drivers of the price, and how a buyer reads them",
            columns: ["Driver", "Raises it", "Lowers it"],
            rows: [
              [
                "Customers",
                "None is above 10 percent of sales; the largest have stayed for years",
                "One is a third of sales and has no contract",
              ],
              ["Revenue", "Contracts that renew, price increases that held", "Projects won one at a time"],
              ["Management", "A second in command runs the week", "Every large decision waits for you"],
              ["Margin", "Steady through a bad year", "Sales grew at the expense of margin"],
              ["Books", "Reviewed or audited, closed every month", "Cash basis, one year restated"],
              [
                "Equipment",
                "Replaced on schedule",
                "Old machines or a roof that the buyer will have to replace",
              ],
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
      blocks: [
        "We start with what a buyer’s accountants will ask for later:",
        {
          list: [
            "Income statements and balance sheets for each year, and by month for the last 24 months.",
            "Tax returns for the same years, reconciled to the books, with every difference explained.",
            "Sales and gross margin by customer, product and location.",
            "Payroll, including what you and your family are paid and the work each of you does.",
            "Inventory, receivables and payables by month. They set the working capital a buyer will expect.",
            "Debt, leases, guarantees and capital spending, including what you have put off.",
          ],
        },
        "Three years show the level of earnings. Five usually include a bad year and show how the company came through it.",
      ],
    },
    {
      id: "worked-example",
      heading: "From reported earnings to a price",
      note: "EBITDA: earnings before interest, taxes, depreciation and amortization. Buyers accept adjustments that you can document.",
      blocks: [
        "First we normalize earnings. We remove one-time costs and those that end with your ownership, and add costs a new owner will have. Sellers often forget the second part.",
        {
          table: {
            caption: "Normalizing an invented manufacturer’s latest year (illustration)",
            columns: ["Item", "Amount", "Proof"],
            rows: [
              ["Reported EBITDA", "$2,900,000", "Statements that agree with the tax return"],
              [
                "Your pay above a hired manager’s",
                "+$280,000",
                "A salary survey for the position and the region",
              ],
              ["A one-time lawsuit settlement", "+$190,000", "The release and the invoices"],
              ["Pay to a relative with no job", "+$90,000", "Payroll records"],
              ["Rent below market, on your building", "−$120,000", "A broker’s letter or a new lease"],
              ["The controller you have not hired", "−$140,000", "Two recruiters’ quotes"],
              ["**Adjusted EBITDA**", "**$3,200,000**", "A file with all of the above"],
            ],
          },
        },
        {
          table: {
            caption: "The same company at three multiples (illustration)",
            columns: ["Item", "Low", "Middle", "High"],
            rows: [
              [`Multiple of ${inMillions(adjustedEbitda)}`, ...Object.values(multiples).map(multipleLabel)],
              priceRow("Headline price", ({ price }) => inMillions(price), "**"),
            ],
            note: "The multiples are invented. Yours come from recent sales of similar companies. The price assumes normal working capital, often a twelve-month average; a shortfall reduces it dollar for dollar.",
          },
        },
        `The company earns the same in all three columns. The ${inMillions(high.price - low.price)} between the low and the high price is the buyer’s view of risk.`,
      ],
    },
    {
      id: "proceeds",
      heading: "What a $20 million price leaves",
      illustration: true,
      background: "bed",
      note: `Stock sale of an S corporation by an owner active in it, ${practice.postalAddress.stateName} resident. The gain is ${inMillions(stockSale.beforeTax)} less a basis of ${inMillions(stockSale.basis)}, all of it taxed at the top federal rate of ${dated("capitalGainsTopRate")}. Before advisory fees. An owner who is not active also owes the ${figureNow("netInvestmentRate")} net investment income tax and would keep ${inMillions(computePassiveSale().cash)}.`,
      blocks: [
        { drawing: "price-to-proceeds" },
        `Of each dollar in the headline price, this owner receives ${cents(middle.kept)} cents, ${cents(escrow.amount)} of them after ${escrow.months} months in escrow. Federal tax takes ${cents(middle.tax)} cents, debt and closing adjustments ${cents(computeAdjustments())} cents and deal costs ${cents(dealCosts)} cents. [The full case](/manufacturer-sale) compares this sale with three other structures.`,
      ],
    },
    {
      id: "negotiation-power",
      heading: "Negotiation power comes from preparation",
      blocks: [
        "A buyer’s first offer rests on your summary. The final one rests on what the buyer’s accountants find, and a surprise between the two seldom raises the price. At these multiples, $100,000 of earnings that you cannot prove costs $550,000 to $700,000. Let an accounting firm of your choice find the surprises a year earlier.",
        "Three more things strengthen your position:",
        {
          list: [
            "A second buyer, because competing bids confirm the range.",
            "A lowest price, worked out in advance, so that you can walk away.",
            "A definition of working capital that you settle [before you sign a letter of intent](/blog/why-plan-before-loi), while you can still talk to other buyers.",
          ],
        },
        {
          callout:
            "Compare offers by cash at closing first, then by what is certain, then by the headline price. In your own plan, count an earn-out as zero.",
        },
      ],
    },
    {
      id: "wealth-planning",
      heading: "Wealth planning: will the proceeds be enough?",
      illustration: true,
      background: "bed",
      note: `This owner needs ${inMillions(computeNeeded())}: a ${inMillions(needed.portfolio)} portfolio, three years of spending in reserve (${inMillions(needed.reserve)}), the mortgage paid off (${inMillions(needed.mortgage)}) and a gift (${inMillions(needed.giving)}). The portfolio supports ${inDollars(needed.reserve / 3)} a year before income tax; the company had paid for $620,000. The other assumptions are those of the chart above.`,
      blocks: [
        `Compare what you would net with what you will need. The low price leaves this owner ${inMillions(-low.overNeeded)} short; the middle one leaves ${inMillions(middle.overNeeded)} more than needed. The exit planning page shows [how this owner could use the money](/${practice.servicePageSlug}#post-sale-strategy), and that keeping today’s spending of $620,000 a year would take a price of $27.7M.`,
        { drawing: "price-range" },
        {
          fold: {
            summary: "Three prices, from headline to surplus or shortfall",
            blocks: [
              {
                table: {
                  caption: "Three prices, from headline to surplus or shortfall (illustration)",
                  columns: ["Item", "Low", "Middle", "High"],
                  rows: [
                    priceRow("Headline price", ({ price }) => inMillions(price)),
                    deductionRow(
                      "Working capital shortfall",
                      workingCapital.expected - workingCapital.actual,
                    ),
                    deductionRow("Debt repaid", debt),
                    deductionRow("Accrued bonuses", accruedBonuses),
                    priceRow("Equity", ({ equity }) => inMillions(equity), "**"),
                    deductionRow("Deal costs", dealCosts),
                    priceRow("Federal tax", ({ tax }) => inMillions(-tax)),
                    priceRow("Cash after tax", ({ kept }) => inMillions(kept), "**"),
                    priceRow("What you need", () => inMillions(computeNeeded())),
                    priceRow("Surplus or shortfall", ({ overNeeded }) => signed(overNeeded), "**"),
                  ],
                  note: "Deal costs are the same at each price; a banker’s fee would rise with it. A sale of assets can cost more tax than a sale of stock, and [planning done in time](/tax-strategies) may lower the tax.",
                },
              },
            ],
          },
        },
        `The middle price leaves ${inMillions(middle.overNeeded)} more than needed, the same amount that is held in escrow. If the escrow is paid, the lowest price this owner can accept is ${inMillions(lowestPrice)}, or about ${(lowestPrice / adjustedEbitda).toFixed(1)} times adjusted EBITDA. If you don’t count on the escrow, it is the middle price. [Go through your own figures with an advisor](${practice.schedulingUrl}) in a free 30-minute call.`,
        `The high price above is ${Math.round((multiples.high / multiples.low - 1) * 100)}% more than the low one. Our estimate that owners who prepare early may be paid ${estimates.earlyPlannersValue} more illustrates a move of that size. It is not a measured result, and it assumes years spent fixing something a buyer would have discounted.`,
      ],
    },
    {
      id: "process",
      heading: "Our process: five steps in about two months",
      blocks: [
        {
          steps: [
            {
              title: "Documents",
              when: "Weeks 1–2",
              text: "We send one list to your CPA, with your permission. Your staff does not need to know.",
            },
            {
              title: "Normalized earnings",
              when: "Weeks 3–4",
              text: "We adjust earnings in both directions and mark which adjustments you can prove.",
            },
            {
              title: "Price range",
              when: "Weeks 5–6",
              text: "Comparable sales, the seven drivers, and the reasons your company belongs where we place it.",
            },
            {
              title: "Net proceeds",
              when: "Weeks 7–8",
              text: "Debt, costs and tax, checked by your CPA and compared with what you need.",
            },
            {
              title: "Improvement list",
              when: "Then once a year",
              text: "What to change first, by dollars gained per month of work. We repeat the valuation every year until you sell or decide to keep the company.",
            },
          ],
        },
      ],
    },
    {
      id: "pitfalls",
      heading: "Four common pricing mistakes",
      blocks: [
        {
          cards: [
            {
              title: "Using a neighbor’s multiple",
              text: "You heard the headline price, but not the adjustments, the earn-out or the debt.",
            },
            {
              title: "Relying on one number",
              text: "A single figure hides its assumptions. A range shows what has to be true at each end.",
            },
            {
              title: "Using a value made for another purpose",
              text: "An estate tax value may carry discounts for minority shares. A buyer of the whole company pays for control.",
            },
            {
              title: "Using an old number",
              text: "Interest rates, one customer or one good year can move the range.",
            },
          ],
        },
      ],
    },
    {
      id: "fit-and-fees",
      heading: "What it costs and who it’s for",
      blocks: [
        "We work best with owners who are at least a year from a sale, because most of the seven drivers take that long to change. If a buyer has already made an offer, start with a deal attorney and your CPA.",
        "The valuation costs at most $200 per hour, negotiable. As an illustration, 30 hours cost at most $6,000. What you pay does not depend on the price we find. You pay your CPA, attorney and appraiser separately.",
        "We earn more if you sell, because we hope to manage the proceeds. [Form CRS](/form-crs) describes this conflict.",
      ],
    },
  ],
  related: ["/manufacturer-sale", `/${practice.servicePageSlug}`, "/blog/business-owners-screw-up-selling"],
  closing: {
    heading: "Find out what holds your price down",
    text: "In a free 30-minute call with an advisor, we can tell you which of the seven value drivers deserves your attention this year. For a court or a tax return, we will refer you to an appraiser.",
    mailRequest: "valuation",
  },
});
