import { practice } from "#content/practice.ts";
import type { SalePage, Section } from "#content/document-schema.ts";
import {
  compareStructures,
  computeAssetSale,
  computeBeforeTax,
  computeBuilding,
  computeBusinessIncomeDeduction,
  computeDeferredTax,
  computeGrossUp,
  computeNeeded,
  computePrice,
  computeStepUp,
  computeStockSale,
  inDollars,
  inMillions,
  manufacturer,
  saleLaw,
  saleRates,
  type SaleStructure,
} from "#content/manufacturer-sale.ts";
import { latestTaxFigures, latestTaxYear } from "#content/tax-facts.ts";
import { released } from "#content/release/release.ts";

const { figureNow } = latestTaxFigures;
const rates = saleRates;
const price = computePrice();
const stock = computeStockSale(rates);
const assets = computeAssetSale(rates);
const deferred = computeDeferredTax(rates);
const { extraTax, grossUp } = computeGrossUp(rates);
const deduction = computeBusinessIncomeDeduction(rates);
const stepUp = computeStepUp(rates);
const building = computeBuilding(rates);
const structures = compareStructures(rates);
const needed = computeNeeded();
const { equipment, workingCapital, dealCosts, debt, accruedBonuses, keptPercent, buyer, escrow } =
  manufacturer;

const [stockSale, , election, reorganization] = structures;

/** Amounts in copy have the word “million”, with a space that does not break. @example words(19_600_000) // "$19.60 million" */
function words(dollars: number): string {
  return inMillions(dollars).replace("M", "\u00a0million");
}

/** Citations break only between their parts. @example law("26 U.S.C. § 1245(a)") */
function law(citation: string): string {
  return citation.replaceAll("§ ", "§\u00a0").replaceAll("26 ", "26\u00a0").replaceAll("Rul. ", "Rul.\u00a0");
}

const fourStructures = "The four structures, line by line (illustration)";

const rolloverEquity: Section = {
  id: "rollover-equity",
  heading: "How much cash each of the four structures leaves",
  note: `The ${inMillions(needed)} is the portfolio, reserve, mortgage and gift of the [exit planning page](/${practice.servicePageSlug}#post-sale-strategy). A stake may grow or become worthless. You usually can’t sell it until the buyer sells.`,
  blocks: [
    `This owner needs ${inMillions(needed)} after tax. In C and D, a private-equity buyer asks the owner to keep a stake, called rollover equity, of ${keptPercent}%. The cash then falls short, although cash and stake together exceed what is needed.`,
    { drawing: "structures" },
    {
      fold: {
        summary: fourStructures,
        blocks: [
          {
            table: {
              caption: fourStructures,
              isComparison: true,
              columns: ["Item", "A. Stock sale", "B. Asset sale", "C. 338(h)(10)", "D. F reorg."],
              rows: [
                structureRow("Cash price", ({ cashPrice }) => inMillions(cashPrice)),
                structureRow("Debt and accrued bonuses", ({ liabilities }) => inMillions(-liabilities)),
                structureRow("Deal costs", ({ dealCosts: costs }) => inMillions(-costs)),
                structureRow("Federal tax now", ({ taxNow }) => inMillions(-taxNow)),
                structureRow("Cash after tax", ({ cash }) => inMillions(cash)).map((cell) => `**${cell}**`),
                structureRow(`Stake you keep, ${keptPercent}%`, ({ stake }) => inMillions(stake)),
                structureRow("Deferred tax on the stake", ({ deferredTax }) => inMillions(deferredTax)),
                structureRow(`Surplus or shortfall against ${inMillions(needed)}`, ({ overNeeded }) =>
                  overNeeded < 0 ? inMillions(overNeeded) : `+${inMillions(overNeeded)}`,
                ).map((cell) => `**${cell}**`),
              ],
              note: `All cash figures include the ${inMillions(escrow.amount)} in escrow. The deferred tax is due when the stake is sold at the same value.`,
            },
          },
        ],
      },
    },
    `[Book a free 30-minute call](${practice.schedulingUrl}) to run all four with your own figures.`,
  ],
};

function structureRow(name: string, cell: (structure: SaleStructure) => string): string[] {
  return [name, ...structures.map(cell)];
}

const assetTable = "What the company owns on the day of sale, and the gain on it (illustration)";

const company: Section = {
  id: "company",
  heading: "The S\u00a0corporation in this example",
  note: `Assumes the S election has been valid since formation and every shareholder qualifies. All gain is taxed at the top ${latestTaxYear} rates: ${rates.capitalGains}% on capital gain, ${rates.ordinary}% on ordinary income. No ${figureNow("netInvestmentRate")} tax, because the owner is active in the business (${law(saleLaw.activeOwner)}).`,
  blocks: [
    `${manufacturer.name} machines hydraulic parts in Central Texas. It has ${manufacturer.employees} employees and one shareholder, who works there full time. It was formed in ${manufacturer.formed} as an S\u00a0corporation. It earns ${words(manufacturer.adjustedEbitda)} of adjusted EBITDA, owes a bank ${words(debt)} and rents its plant from a company the owner also owns.`,
    {
      fold: {
        summary: assetTable,
        blocks: [
          {
            table: {
              caption: assetTable,
              columns: ["Asset", "Sale value", "Tax basis", "Gain"],
              rows: [
                assetRow("Working capital, net of payables", workingCapital.actual, workingCapital.actual),
                assetRow(
                  `Equipment, cost ${inMillions(equipment.cost)}`,
                  equipment.saleValue,
                  equipment.basis,
                ),
                assetRow("Goodwill and other intangibles", price.goodwill, 0),
                assetRow("Total", price.price, price.insideBasis).map((cell) => `**${cell}**`),
              ],
              note: "Accrual-method books; deal costs reduce the gain on goodwill; escrow is counted as received. Texas has no personal income tax; its franchise tax is left out.",
            },
          },
        ],
      },
    },
  ],
};

function assetRow(name: string, value: number, basis: number): string[] {
  return [name, inMillions(value), inMillions(basis), inMillions(value - basis)];
}

const priceToAccount: Section = {
  id: "price-to-account",
  heading: "From the offer to your account in a stock sale",
  note: `The buyer expects ${inMillions(workingCapital.expected)} of working capital and finds ${inMillions(workingCapital.actual)}, so the price drops by ${inMillions(price.shortfall)}. The [valuation page](/business-valuation#wealth-planning) compares this price with a lower and a higher one.`,
  blocks: [
    `The offer is ${manufacturer.multiple} times adjusted EBITDA of ${inMillions(manufacturer.adjustedEbitda)}. A closing adjustment, debt, costs and tax come off before the money is yours. The ${inMillions(escrow.amount)} in escrow covers the buyer’s claims for ${escrow.months} months.`,
    { drawing: "stock-sale" },
    `The tax is ${rates.capitalGains}% of the ${inMillions(stock.gain)} gain. The buyer doesn’t withhold it, so it arrives with the price. Set ${inMillions(stock.tax)} aside when you are paid: part can be due within months as an estimated payment, the rest by April 15.`,
  ],
};

const lineByLine = "Stock sale and asset sale, line by line (illustration)";

const assetOrStock: Section = {
  id: "asset-or-stock",
  heading: `Asset sale or stock sale: a difference of up to ${inDollars(extraTax)}`,
  note: `Recapture: gain on equipment, up to the depreciation you deducted, is taxed as ordinary income (${law(saleLaw.recapture)}). The buyer deducts goodwill over ${buyer.goodwillYears} years (${law(saleLaw.goodwill)}) and equipment in the first year (${law(saleLaw.equipment)}, Pub. L. 119-21).`,
  blocks: [
    `Buyers prefer assets because they can deduct most of the price over time and leave most past liabilities with the seller. Sellers prefer stock because all of the gain is capital gain. With a manufacturer the gap is mostly **depreciation recapture**. This owner wrote off ${words(equipment.cost - equipment.basis)} of equipment, and ${words(assets.recapture)} of that comes back at ${rates.ordinary}% in an asset sale.`,
    `The new deductions are worth about **$${(stepUp.total / 1e6).toFixed(1)}\u00a0million** to this buyer in today’s dollars. That assumes a ${rates.corporate}% tax rate and a ${buyer.discountPercent}% discount rate. So there is room to negotiate. A price increase of **${inDollars(grossUp)}**, called a gross-up, would leave the owner where a stock sale would.`,
    `These figures leave out the pass-through deduction (${law(saleLaw.businessIncome)}). If the payroll is large enough to use all of it, it frees a fifth of the recapture from tax, which saves ${inDollars(deduction.saved)}. The difference is then ${inDollars(deduction.extraTax)}, and the gross-up ${inDollars(deduction.grossUp)}.`,
    {
      fold: {
        summary: lineByLine,
        blocks: [
          {
            table: {
              caption: lineByLine,
              columns: ["Item", "Stock sale", "Asset sale"],
              rows: [
                [
                  "Price after debt, bonuses and deal costs",
                  inMillions(computeBeforeTax()),
                  inMillions(computeBeforeTax()),
                ],
                ["Taxed as capital gain", inMillions(stock.gain), inMillions(assets.capitalGain)],
                ["Recaptured as ordinary income", inMillions(0), inMillions(assets.recapture)],
                [`Tax at ${rates.capitalGains}%`, inMillions(-stock.tax), inMillions(-assets.capitalGainTax)],
                [`Tax at ${rates.ordinary}%`, inMillions(0), inMillions(-assets.recaptureTax)],
                ["**Total tax**", `**${inMillions(-stock.tax)}**`, `**${inMillions(-assets.tax)}**`],
                ["**Cash after tax**", `**${inMillions(stock.cash)}**`, `**${inMillions(assets.cash)}**`],
              ],
            },
          },
        ],
      },
    },
  ],
};

const twoElections: Section = {
  id: "election-or-reorganization",
  heading: "338(h)(10) election or F\u00a0reorganization?",
  note: `${law(saleLaw.election)}; ${law(saleLaw.qualifiedPurchase)}; ${law(saleLaw.reorganization)}; ${law(saleLaw.partialPurchase)}; ${law(saleLaw.rollover)}. Your tax attorney confirms which applies.`,
  blocks: [
    {
      cards: [
        {
          title: "Section 338(h)(10) election",
          text: `A stock sale that is taxed as an asset sale. Contracts, permits and employees stay in the same legal entity. The buyer must be a corporation that purchases at least ${100 - keptPercent}% of the stock. Every S\u00a0corporation shareholder must sign, and an invalid S election undoes it. You are taxed on all of the gain, including the part you keep.`,
        },
        {
          title: "F\u00a0reorganization",
          text: "Before closing, a new holding company becomes the S\u00a0corporation and the operating company becomes an LLC it owns. The buyer purchases LLC interests and can depreciate what it buys. The part you roll over is not taxed yet. The buyer keeps its deductions even if the old S election turns out to be invalid, but the company can still owe back taxes. Allow several weeks and new filings.",
        },
      ],
    },
  ],
};

const plant: Section = {
  id: "plant",
  heading: "The plant: keep it or sell it?",
  note: `Gain on a building, up to its depreciation, is taxed at up to ${rates.buildingDepreciation}% (${law(saleLaw.buildingDepreciation)}). Self-rental rules decide whether the ${figureNow("netInvestmentRate")} applies (${law(saleLaw.selfRental)}).`,
  blocks: [
    `The owner’s separate company bought the building for ${words(manufacturer.building.purchasePrice)} and has deducted ${words(manufacturer.building.depreciation)} of depreciation. It is worth ${words(manufacturer.building.saleValue)}. Sold with the business, it would produce a ${words(building.gain)} gain and about **${inDollars(building.tax)}** of federal tax, leaving **${words(building.kept)}**.`,
    `If you keep it, it earns rent. Today’s rent is ${inDollars(manufacturer.building.rent)}. The market rent is ${inDollars(manufacturer.building.marketRent)}, and adjusted EBITDA already assumes it. A lease of ${manufacturer.building.leaseYears} years at the market rent pays ${building.rentPercent}% of the building’s value a year before costs.`,
    "Negotiate the lease and the sale together. A lower rent raises the buyer’s earnings, and a higher rent raises yours.",
  ],
};

const questions: Section = {
  id: "cpa-questions",
  heading: "What to ask your CPA before you sign anything",
  note: "Get answers to the first four before you sign a letter of intent.",
  blocks: [
    {
      list: [
        "Is our S election valid? Can you document every shareholder, trust and distribution since it began?",
        `Were we ever a C corporation, or did we acquire one? If so, does the built-in gains tax apply (${law(saleLaw.builtInGains)})?`,
        "What are my stock basis, our equipment basis and the recapture if all of it sold today?",
        "Model structures A, B, C and D with our figures. What gross-up would match a stock sale after tax?",
        `Does the pass-through deduction (${law(saleLaw.businessIncome)}) reduce tax on the recapture, and does any part of the gain trigger the ${figureNow("netInvestmentRate")} tax?`,
        `How would the purchase price be allocated on Form 8594 (${law(saleLaw.allocation)}), and who decides?`,
        `If any part of the business existed before August 10, 1993, do the anti-churning rules limit the buyer’s deductions when I keep a stake (${law(saleLaw.antiChurning)})?`,
        "What do Texas franchise tax and other states add?",
        `If I take a note, which part is taxed at closing anyway? Recapture is taxed in the year of sale (${law(saleLaw.installmentRecapture)}).`,
        "Should I sell the building, lease it, or exchange it?",
      ],
    },
  ],
};

const three = (dollars: number): string => inMillions(dollars, 3);
const yearlyInMillions = `$${(stepUp.yearly / 1e6).toFixed(4)}M`;
const annuity = stepUp.annuity.toFixed(3);
const sold = {
  recapture: assets.recapture - deferred.recapture,
  goodwill: price.goodwill - deferred.goodwill,
};
const soldTax = {
  recapture: (sold.recapture * rates.ordinary) / 100,
  goodwill: ((sold.goodwill - dealCosts) * rates.capitalGains) / 100,
};
const deferredOn = {
  recapture: (deferred.recapture * rates.ordinary) / 100,
  goodwill: (deferred.goodwill * rates.capitalGains) / 100,
};

const secondWay = "Each figure, and a second way to reach it";

const arithmetic: Section = {
  id: "arithmetic",
  heading: "The arithmetic, with a check",
  note: "Rounded to $0.01M in the tables above and to $0.001M here.",
  blocks: [
    "This case is hypothetical and is not tax or legal advice. It leaves out the pass-through deduction, state tax, the alternative minimum tax, interest, advisory fees and the value of employment or non-compete agreements. Your result will differ.",
    {
      fold: {
        summary: secondWay,
        blocks: [
          {
            table: {
              caption: secondWay,
              columns: ["Figure", "First way", "Second way"],
              rows: [
                [
                  "Headline price",
                  `${inMillions(manufacturer.adjustedEbitda)} × ${manufacturer.multiple} = ${inMillions(price.headline)}`,
                  `${inMillions(price.price)} + ${inMillions(price.shortfall)} = ${inMillions(price.headline)}`,
                ],
                [
                  "Total gain",
                  `Stock: ${inMillions(price.equity)} − ${inMillions(dealCosts)} − ${inMillions(stock.basis)} = ${inMillions(stock.gain)}`,
                  `Assets: ${inMillions(assets.recapture)} + ${inMillions(price.goodwill)} − ${inMillions(dealCosts)} = ${inMillions(stock.gain)}`,
                ],
                [
                  "Stock basis",
                  `${inMillions(workingCapital.actual)} + ${inMillions(equipment.basis)} − ${inMillions(debt)} − ${inMillions(accruedBonuses)} = ${inMillions(stock.basis)}`,
                  `Inside basis less liabilities: ${inMillions(price.insideBasis)} − ${inMillions(price.liabilities)} = ${inMillions(stock.basis)}`,
                ],
                [
                  "Tax, stock sale",
                  `${inMillions(stock.gain)} × ${rates.capitalGains}% = ${inMillions(stock.tax)}`,
                  `${inMillions(stock.beforeTax)} − ${inMillions(stock.cash)} = ${inMillions(stock.tax)}`,
                ],
                [
                  "Tax, asset sale",
                  `${inMillions(assets.recapture)} × ${rates.ordinary}% + ${inMillions(assets.capitalGain)} × ${rates.capitalGains}% = ${three(assets.tax)}`,
                  `${inMillions(stock.tax)} + ${inMillions(assets.recapture)} × ${rates.ordinary - rates.capitalGains}% = ${three(assets.tax)}`,
                ],
                [
                  "Tax now, F reorganization",
                  `${inMillions(sold.recapture)} × ${rates.ordinary}% + ${inMillions(sold.goodwill - dealCosts)} × ${rates.capitalGains}% = ${three(soldTax.recapture + soldTax.goodwill)}`,
                  `${three(assets.tax)} − ${three(deferred.tax)} = ${three(reorganization.taxNow)}`,
                ],
                [
                  "Deferred tax",
                  `${inMillions(deferred.recapture)} × ${rates.ordinary}% + ${inMillions(deferred.goodwill)} × ${rates.capitalGains}% = ${three(deferredOn.recapture + deferredOn.goodwill)}`,
                  `Cash in D and C: ${three(reorganization.cash)} − ${three(election.cash)} = ${three(deferred.tax)}`,
                ],
                [
                  "Gross-up",
                  `${three(extraTax)} ÷ ${100 - rates.capitalGains}% = ${three(grossUp)}`,
                  `${three(grossUp)} × ${100 - rates.capitalGains}% = ${three(extraTax)}`,
                ],
                [
                  "Buyer’s new deductions",
                  `${inMillions(assets.recapture)} × ${rates.corporate}% + ${inMillions(price.goodwill)} ÷ ${buyer.goodwillYears} × ${rates.corporate}% × ${annuity} = ${three(stepUp.total)}`,
                  `${three(stepUp.equipment)} + ${yearlyInMillions} a year × ${annuity} = ${three(stepUp.total)}`,
                ],
                [
                  "Building, tax",
                  `${inMillions(manufacturer.building.depreciation)} × ${rates.buildingDepreciation}% + ${inMillions(building.appreciation)} × ${rates.capitalGains}% = ${three(building.tax)}`,
                  `${inMillions(building.gain)} × ${rates.capitalGains}% + ${inMillions(manufacturer.building.depreciation)} × ${rates.buildingDepreciation - rates.capitalGains}% = ${three(building.tax)}`,
                ],
              ],
              note: `${annuity} is today’s value of $1 a year for ${buyer.goodwillYears} years at ${buyer.discountPercent}%.`,
            },
          },
        ],
      },
    },
  ],
};

/** The hypothetical sale of an S corporation manufacturer. Every figure is computed in `content/manufacturer-sale.ts`. */
export const manufacturerSale: SalePage = released("manufacturerSale", {
  hero: {
    label: "Hypothetical illustration",
    note: "The company, owner and figures are invented. Federal law as of November 2026.",
    headline: `Selling a ${inMillions(price.headline, 0).replace("M", " million")} S corporation manufacturer`,
    lead: `One offer, four deal structures. After tax, it leaves up to ${words(stockSale.cash)} in cash, or as little as ${words(election.cash)} and a stake you can’t sell yet. The letter of intent usually decides which. Of either amount, ${words(escrow.amount)} waits in escrow for ${escrow.months} months.`,
  },
  summary: [
    {
      term: "Headline offer",
      figure: inMillions(price.headline),
      note: `${manufacturer.multiple} × ${inMillions(manufacturer.adjustedEbitda)} adjusted EBITDA`,
    },
    {
      term: "Most cash after tax",
      figure: inMillions(stockSale.cash),
      note: `Stock sale, ${inMillions(escrow.amount)} of it in escrow`,
    },
    {
      term: "Least cash after tax",
      figure: inMillions(election.cash),
      note: `Owner keeps ${keptPercent}%, a ${inMillions(election.stake)} stake`,
    },
    {
      term: "Owner needs",
      figure: inMillions(needed),
      note: `Supports ${inDollars(manufacturer.needed.reserve / 3)} a year before income tax`,
    },
  ],
  sections: [
    rolloverEquity,
    priceToAccount,
    company,
    assetOrStock,
    twoElections,
    plant,
    questions,
    arithmetic,
  ],
  closing: {
    heading: "Compare the four structures with your own figures",
    note: "In a free 30-minute call, an advisor goes through the four structures with you. Bring your last tax return and depreciation schedule, or just the question. Your CPA is welcome.",
  },
});
