import { taxPercent } from "./tax-facts.ts";

/**
 * A hypothetical sale: the only shareholder of an S corporation that makes things sells it for $20.00M. The functions below compute every
 * figure of the example in whole dollars, so that pages, drawings and tables always agree. Company, owner and figures are invented.
 *
 * Assumptions: the S election has been valid since formation; the owner works in the business full time; all long-term gain is taxed at the
 * top rate; the owner pays the company's debt and bonuses from the price; deal costs reduce the gain on goodwill; escrow counts as
 * received. State tax, the alternative minimum tax, advisory fees and, except in `computeBusinessIncomeDeduction`, the
 * pass-through deduction are left out.
 */
export const manufacturer = {
  name: "Llano Valley Components",
  formed: 2004,
  employees: 85,
  adjustedEbitda: 3_200_000,
  multiple: 6.25,
  /** The working capital that the buyer expects, and what the company has on the day of sale, net of payables. Its basis is its value. */
  workingCapital: { expected: 3_400_000, actual: 3_000_000 },
  equipment: { cost: 6_000_000, saleValue: 3_200_000, basis: 400_000 },
  debt: 2_000_000,
  /** Deducted when accrued, so they reduce the basis of the stock. */
  accruedBonuses: 300_000,
  dealCosts: 700_000,
  escrow: { amount: 1_000_000, months: 18 },
  /** The share of the company that the owner keeps in the structures with a stake. */
  keptPercent: 20,
  /** What the owner needs after tax: a portfolio, three years' spending in reserve, the mortgage paid off, and a gift. */
  needed: { portfolio: 10_000_000, reserve: 1_200_000, mortgage: 850_000, giving: 450_000 },
  /** The plant, which belongs to another company of the owner. */
  building: {
    saleValue: 4_000_000,
    purchasePrice: 2_600_000,
    depreciation: 1_500_000,
    rent: 160_000,
    marketRent: 280_000,
    leaseYears: 10,
  },
  /** The buyer's discount rate, and the years over which goodwill is deducted (26 U.S.C. § 197(a)). */
  buyer: { discountPercent: 10, goodwillYears: 15 },
} as const;

/** Federal rates in percent. */
export type SaleRates = {
  capitalGains: number;
  ordinary: number;
  /** On the gain on a building up to its depreciation. */
  buildingDepreciation: number;
  corporate: number;
  /** The capital gains rate and the net investment income tax together. */
  combined: number;
};

/** The rates of the example. Sources and years are in `tax-facts.ts`. */
export const saleRates: SaleRates = {
  capitalGains: taxPercent("capitalGainsTopRate"),
  ordinary: taxPercent("ordinaryTopRate"),
  buildingDepreciation: taxPercent("unrecapturedDepreciationRate"),
  corporate: taxPercent("corporateRate"),
  combined: taxPercent("combinedTopRate"),
};

/** The law behind the example, by rule, as in force in 2026. */
export const saleLaw = {
  activeOwner: "26 U.S.C. § 1411(c)(4)",
  recapture: "26 U.S.C. § 1245(a)",
  buildingDepreciation: "26 U.S.C. § 1(h)(1)(E)",
  goodwill: "26 U.S.C. § 197(a)",
  antiChurning: "26 U.S.C. § 197(f)(9)",
  /** Used equipment acquired after January 19, 2025 is deducted in the first year (Pub. L. 119-21, § 70301). */
  equipment: "26 U.S.C. § 168(k)",
  election: "26 C.F.R. § 1.338(h)(10)-1",
  qualifiedPurchase: "26 U.S.C. § 338(d)(3)",
  reorganization: "26 U.S.C. § 368(a)(1)(F); Rev. Rul. 2008-18",
  partialPurchase: "Rev. Rul. 99-5, situation\u00a01",
  rollover: "26 U.S.C. § 721(a)",
  builtInGains: "26 U.S.C. § 1374",
  allocation: "26 U.S.C. § 1060",
  installmentRecapture: "26 U.S.C. § 453(i)",
  businessIncome: "26 U.S.C. § 199A",
  selfRental: "26 C.F.R. § 1.1411-4(g)(6)",
} as const;

/** The price and what it is paid for, at the multiple of the offer or at another one. */
export function computePrice(multiple: number = manufacturer.multiple) {
  const { adjustedEbitda, workingCapital, equipment, debt, accruedBonuses } = manufacturer;
  const headline = adjustedEbitda * multiple;
  const shortfall = workingCapital.expected - workingCapital.actual;
  const price = headline - shortfall;
  const liabilities = debt + accruedBonuses;
  return {
    headline,
    shortfall,
    price,
    liabilities,
    equity: price - liabilities,
    goodwill: price - workingCapital.actual - equipment.saleValue,
    insideBasis: workingCapital.actual + equipment.basis,
  };
}

/** What remains of the price before tax: after debt, bonuses and deal costs. */
export function computeBeforeTax(multiple?: number): number {
  return computePrice(multiple).equity - manufacturer.dealCosts;
}

/** A sale of the stock: all gain is long-term capital gain. */
export function computeStockSale({ capitalGains }: SaleRates = saleRates, multiple?: number) {
  const { insideBasis, liabilities } = computePrice(multiple);
  const beforeTax = computeBeforeTax(multiple);
  const basis = insideBasis - liabilities;
  const gain = beforeTax - basis;
  const tax = share(gain, capitalGains);
  return { beforeTax, basis, gain, tax, cash: beforeTax - tax };
}

/** A sale of the assets, or of the stock with an election under section 338(h)(10): gain on equipment is ordinary income. */
export function computeAssetSale(rates: SaleRates = saleRates) {
  const { equipment, dealCosts } = manufacturer;
  const beforeTax = computeBeforeTax();
  const recapture = equipment.saleValue - equipment.basis;
  const capitalGain = computePrice().goodwill - dealCosts;
  const capitalGainTax = share(capitalGain, rates.capitalGains);
  const recaptureTax = share(recapture, rates.ordinary);
  const tax = capitalGainTax + recaptureTax;
  return { beforeTax, recapture, capitalGain, capitalGainTax, recaptureTax, tax, cash: beforeTax - tax };
}

/** The tax on the part of the gain that a tax-free rollover defers until the stake is sold. */
export function computeDeferredTax(rates: SaleRates = saleRates) {
  const recapture = share(computeAssetSale(rates).recapture, manufacturer.keptPercent);
  const goodwill = share(computePrice().goodwill, manufacturer.keptPercent);
  const tax = share(recapture, rates.ordinary) + share(goodwill, rates.capitalGains);
  return { recapture, goodwill, tax };
}

/** One of the four structures that the example compares. */
export type SaleStructure = {
  letter: "A" | "B" | "C" | "D";
  name: string;
  cashPrice: number;
  /** Debt and accrued bonuses. */
  liabilities: number;
  dealCosts: number;
  taxNow: number;
  /** What reaches the owner's account after tax: the cash at closing and the escrow. */
  cash: number;
  /** The value of the stake that the owner keeps, at the price of the sale. */
  stake: number;
  /** Tax due when the stake is sold at that value. */
  deferredTax: number;
  /** How much the cash exceeds what the owner needs; negative if it falls short. */
  overNeeded: number;
};

/** The same offer in four structures. */
export function compareStructures(
  rates: SaleRates = saleRates,
): readonly [SaleStructure, SaleStructure, SaleStructure, SaleStructure] {
  const stockTax = computeStockSale(rates).tax;
  const assetTax = computeAssetSale(rates).tax;
  const deferred = computeDeferredTax(rates).tax;
  const kept = manufacturer.keptPercent;
  return [
    structure("A", "Stock sale", 0, stockTax, 0),
    structure("B", "Asset sale or 338(h)(10)", 0, assetTax, 0),
    // The election taxes all of the gain, including that on the shares the owner keeps.
    structure("C", `338(h)(10), ${kept}% kept`, kept, assetTax, 0),
    structure("D", `F reorganization, ${kept}% kept`, kept, assetTax - deferred, deferred),
  ];
}

function structure(
  letter: SaleStructure["letter"],
  name: string,
  keptPercent: number,
  taxNow: number,
  deferredTax: number,
): SaleStructure {
  const { price, liabilities } = computePrice();
  const { dealCosts } = manufacturer;
  const stake = share(price, keptPercent);
  const cashPrice = price - stake;
  const cash = cashPrice - liabilities - dealCosts - taxNow;
  const overNeeded = cash - computeNeeded();
  return { letter, name, cashPrice, liabilities, dealCosts, taxNow, cash, stake, deferredTax, overNeeded };
}

/** What the owner needs after tax. */
export function computeNeeded(): number {
  const { portfolio, reserve, mortgage, giving } = manufacturer.needed;
  return portfolio + reserve + mortgage + giving;
}

/** The extra tax of an asset sale, and the price increase that makes up for it after the tax on the increase. */
export function computeGrossUp(rates: SaleRates = saleRates) {
  const extraTax = computeAssetSale(rates).tax - computeStockSale(rates).tax;
  return { extraTax, grossUp: Math.round((extraTax * 100) / (100 - rates.capitalGains)) };
}

/**
 * What the pass-through deduction can save in an asset sale: it frees a fifth of the recapture, which is qualified business income, if the
 * company's payroll and property permit the full deduction (26 U.S.C. § 199A(a), (b)(2)).
 * @returns the tax saved, and the extra tax and the gross-up that remain
 */
export function computeBusinessIncomeDeduction(rates: SaleRates = saleRates) {
  const deducted = share(computeAssetSale(rates).recapture, taxPercent("businessIncomeDeduction"));
  const saved = share(deducted, rates.ordinary);
  const extraTax = computeGrossUp(rates).extraTax - saved;
  return { saved, extraTax, grossUp: Math.round((extraTax * 100) / (100 - rates.capitalGains)) };
}

/** The value to a corporate buyer of deducting the price again: equipment in the first year, goodwill over 15 years, in today's dollars. */
export function computeStepUp(rates: SaleRates = saleRates) {
  const { discountPercent, goodwillYears } = manufacturer.buyer;
  const rate = discountPercent / 100;
  const annuity = (1 - (1 + rate) ** -goodwillYears) / rate;
  const equipment = share(computeAssetSale(rates).recapture, rates.corporate);
  const yearly = share(computePrice().goodwill / goodwillYears, rates.corporate);
  const goodwill = yearly * annuity;
  return { equipment, annuity, yearly, goodwill, total: equipment + goodwill };
}

/** A sale of the plant together with the business. */
export function computeBuilding(rates: SaleRates = saleRates) {
  const { saleValue, purchasePrice, depreciation, marketRent } = manufacturer.building;
  const basis = purchasePrice - depreciation;
  const gain = saleValue - basis;
  const appreciation = gain - depreciation;
  const depreciationTax = share(depreciation, rates.buildingDepreciation);
  const appreciationTax = share(appreciation, rates.capitalGains);
  const tax = depreciationTax + appreciationTax;
  const rentPercent = (marketRent * 100) / saleValue;
  return {
    basis,
    gain,
    appreciation,
    depreciationTax,
    appreciationTax,
    tax,
    kept: saleValue - tax,
    rentPercent,
  };
}

/** The same stock sale by an owner who is not active in the business, at the combined top rate. */
export function computePassiveSale(rates: SaleRates = saleRates) {
  const { gain } = computeStockSale(rates);
  const tax = share(gain, rates.combined);
  return { gain, tax, cash: computeBeforeTax() - tax };
}

/** A bar of a drawing that leads from the price to the owner's account. Deductions are negative; other bars start at zero. */
export type SaleStep = {
  label: string;
  kind: "price" | "deduction" | "equity" | "cash";
  amount: number;
  /** The part of the last bar that waits in escrow. */
  escrow?: number;
};

/** From the price to the owner's account in a stock sale. */
export function listSaleSteps(rates: SaleRates = saleRates): readonly SaleStep[] {
  const { headline, shortfall, equity } = computePrice();
  const { tax, cash } = computeStockSale(rates);
  return [
    { label: "Headline price", kind: "price", amount: headline },
    { label: "Working capital shortfall", kind: "deduction", amount: -shortfall },
    { label: "Debt repaid", kind: "deduction", amount: -manufacturer.debt },
    { label: "Accrued bonuses", kind: "deduction", amount: -manufacturer.accruedBonuses },
    { label: "Equity", kind: "equity", amount: equity },
    { label: "Deal costs", kind: "deduction", amount: -manufacturer.dealCosts },
    { label: "Federal tax", kind: "deduction", amount: -tax },
    { label: "Cash after tax", kind: "cash", amount: cash, escrow: manufacturer.escrow.amount },
  ];
}

/** @returns whole dollars, because tax is computed in whole dollars */
function share(dollars: number, percent: number): number {
  return Math.round((dollars * percent) / 100);
}

/**
 * Formats dollars in millions, rounded to the nearest decimal.
 * @example inMillions(13_024_000) // "$13.02M"
 */
export function inMillions(dollars: number, decimals = 2): string {
  const text = (Math.abs(dollars) / 1_000_000).toFixed(decimals);
  return `${dollars < 0 ? "−" : ""}$${text}M`;
}

/** @example inDollars(595_000) // "$595,000" */
export function inDollars(dollars: number): string {
  return `$${Math.round(dollars).toLocaleString("en-US")}`;
}
