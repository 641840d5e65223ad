import { practice } from "./practice.ts";

/**
 * Every tax figure on a page, with its law and its year (decision 0017). The build fails if a tax figure is typed into copy.
 *
 * Add the figures of the next tax year when the IRS has published them, usually in October or November. Pages show them from January 1.
 */
export type TaxFact = YearlyFact | StandingFact;

/** A figure that belongs to a tax year. */
export type YearlyFact = {
  /** By tax year. 2024 is the year of the specification; pages show it beside the current figure if they differ. */
  years: Readonly<Record<number, { figure: string; law: string }>>;
  /** To whom or what it applies, such as “each person”. */
  per?: string;
};

/** A figure that applies under a condition, such as the date on which stock was issued. */
export type StandingFact = {
  /** The figure as printed. */
  figure: string;
  /** The stock, event or period to which it applies. */
  applies: string;
  law: string;
  /** The figure of a later law, if it differs. */
  now?: { figure: string; applies: string; law: string };
};

const act2025 = "Pub. L. 119-21 (2025)";

export const taxFacts = {
  capitalGainsTopRate: {
    years: {
      2024: { figure: "20%", law: "26 U.S.C. § 1(h)(1)(D)" },
      2026: { figure: "20%", law: "26 U.S.C. § 1(h)(1)(D)" },
    },
  },
  netInvestmentRate: {
    years: {
      2024: { figure: "3.8%", law: "26 U.S.C. § 1411(a)(1)" },
      2026: { figure: "3.8%", law: "26 U.S.C. § 1411(a)(1)" },
    },
  },
  combinedTopRate: {
    years: {
      2024: { figure: "23.8%", law: "26 U.S.C. §§ 1(h), 1411" },
      2026: { figure: "23.8%", law: "26 U.S.C. §§ 1(h), 1411" },
    },
  },
  ordinaryTopRate: {
    years: {
      2024: { figure: "37%", law: "26 U.S.C. § 1(j)" },
      2026: { figure: "37%", law: act2025 },
    },
  },
  zeroRateSingle: {
    years: {
      2024: { figure: "$47,025", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$49,450", law: "Rev. Proc. 2025-32" },
    },
  },
  zeroRateJoint: {
    years: {
      2024: { figure: "$94,050", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$98,900", law: "Rev. Proc. 2025-32" },
    },
  },
  middleRateSingle: {
    years: {
      2024: { figure: "$518,900", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$545,500", law: "Rev. Proc. 2025-32" },
    },
  },
  middleRateJoint: {
    years: {
      2024: { figure: "$583,750", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$613,700", law: "Rev. Proc. 2025-32" },
    },
  },
  middleRate: {
    years: {
      2024: { figure: "15%", law: "26 U.S.C. § 1(h)(1)(C)" },
      2026: { figure: "15%", law: "26 U.S.C. § 1(h)(1)(C)" },
    },
  },
  netInvestmentThresholdSingle: {
    figure: "$200,000",
    applies: "every year since 2013, not indexed",
    law: "26 U.S.C. § 1411(b)",
  },
  netInvestmentThresholdJoint: {
    figure: "$250,000",
    applies: "every year since 2013, not indexed",
    law: "26 U.S.C. § 1411(b)",
  },
  unrecapturedDepreciationRate: {
    years: {
      2024: { figure: "25%", law: "26 U.S.C. § 1(h)(1)(E)" },
      2026: { figure: "25%", law: "26 U.S.C. § 1(h)(1)(E)" },
    },
    per: "gain on buildings up to their depreciation, at most",
  },
  corporateRate: { figure: "21%", applies: "since 2018", law: "26 U.S.C. § 11(b)" },
  businessIncomeDeduction: {
    figure: "20%",
    applies: "since 2018; permanent since Pub. L. 119-21",
    law: "26 U.S.C. § 199A(a)",
  },
  qsbsCap: {
    figure: "$10M or 10 times basis, whichever is more",
    applies: "stock issued on or before July 4, 2025",
    law: "26 U.S.C. § 1202(b)",
    now: {
      figure: "$15M or 10 times basis, whichever is more",
      applies: "stock issued after July 4, 2025",
      law: act2025,
    },
  },
  qsbsHolding: {
    figure: "more than five years",
    applies: "stock issued on or before July 4, 2025",
    law: "26 U.S.C. § 1202(a)",
    now: {
      figure: "50% of the gain after at least three years, 75% after four, 100% after five",
      applies: "stock issued after July 4, 2025",
      law: act2025,
    },
  },
  qsbsGrossAssets: {
    figure: "$50M",
    applies: "stock issued on or before July 4, 2025",
    law: "26 U.S.C. § 1202(d)",
    now: { figure: "$75M", applies: "stock issued after July 4, 2025", law: act2025 },
  },
  installmentThreshold: {
    figure: "$5 million",
    applies: "owed to one seller at the end of the year of sale",
    law: "26 U.S.C. § 453A(b)(2)(B)",
  },
  underpaymentRate: {
    figure: "7%",
    applies: "December 2025",
    law: "26 U.S.C. § 6621(a)(2); Rev. Rul. 2025-18",
  },
  zoneDeferral: {
    figure: "until December 31, 2026",
    applies: "gain invested through 2026",
    law: "26 U.S.C. § 1400Z-2(b)",
    now: {
      figure: "for five years from the investment",
      applies: "gain invested from January 1, 2027",
      law: act2025,
    },
  },
  zoneStepFive: {
    figure: "10%",
    applies: "gain invested by the end of 2021, after five years",
    law: "26 U.S.C. § 1400Z-2(b)(2)(B)",
    now: {
      figure: "10% (30% in rural zones)",
      applies: "gain invested from January 1, 2027, after five years",
      law: act2025,
    },
  },
  zoneStepSeven: {
    figure: "15%",
    applies: "gain invested by the end of 2019, after seven years",
    law: "26 U.S.C. § 1400Z-2(b)(2)(B)",
    now: { figure: "no second step", applies: "gain invested from January 1, 2027", law: act2025 },
  },
  zoneAppreciation: {
    figure: "ten years",
    applies: "holding period after which the fund’s own growth is free of federal tax",
    law: "26 U.S.C. § 1400Z-2(c)",
  },
  giftExemption: {
    years: {
      2024: { figure: "$13.61M", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$15M", law: act2025 },
    },
    per: "each person",
  },
  giftExemptionCouple: {
    years: {
      2024: { figure: "$27.22M", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$30M", law: act2025 },
    },
    per: "a married couple",
  },
  annualExclusion: {
    years: {
      2024: { figure: "$18,000", law: "Rev. Proc. 2023-34" },
      2026: { figure: "$19,000", law: "Rev. Proc. 2025-32" },
    },
    per: "each recipient",
  },
  estateTaxRate: {
    years: {
      2024: { figure: "40%", law: "26 U.S.C. § 2001(c)" },
      2026: { figure: "40%", law: "26 U.S.C. § 2001(c)" },
    },
  },
  charitableTrustPayout: {
    figure: "5–7%",
    applies: "typical; the law’s range is 5% to 50%",
    law: "26 U.S.C. § 664(d)",
  },
  charitableTrustRemainder: {
    figure: "10%",
    applies: "least present value that must reach the charity",
    law: "26 U.S.C. § 664(d)(1)(D)",
  },
  charitableFloor: {
    figure: "0.5% of adjusted gross income",
    applies: "gifts from 2026: only what exceeds it counts",
    law: act2025,
  },
  charitableCeiling: {
    figure: "35%",
    applies: "from 2026: the most that a deduction is worth in the top bracket",
    law: act2025,
  },
} as const satisfies Record<string, TaxFact>;

export type TaxFactName = keyof typeof taxFacts;

/** The tax year whose figures the specification quotes. */
export const specifiedTaxYear = 2024;

const factsByName: Readonly<Record<TaxFactName, TaxFact>> = taxFacts;

// The object's own keys, whose type `Object.keys` widens to string.
const factNames = Object.keys(taxFacts) as TaxFactName[];

/** The last tax year for which every yearly figure is known. */
export const latestTaxYear: number = lastCommonYear(taxFacts);

function lastYearOf({ years }: YearlyFact): number {
  return Math.max(...Object.keys(years).map(Number));
}

/** Returns the figure of the specification's year, or of the older law, for a sentence that states the year or condition. */
export function figure(name: TaxFactName): string {
  const fact = factsByName[name];
  return "years" in fact ? figureOf(fact, specifiedTaxYear).figure : fact.figure;
}

/** The figure of a year, or of the last known year before it. */
function figureOf(fact: YearlyFact, year: number): { figure: string; law: string; year: number } {
  const known = Object.keys(fact.years).map(Number);
  const latest = Math.max(...known.filter((each) => each <= year));
  const entry = fact.years[latest];
  if (entry === undefined) throw new Error(`A yearly tax fact has no figure for ${year} or before`);
  return { ...entry, year: latest };
}

/** The figures of one tax year, as pages print them. */
export type TaxFigures = {
  taxYear: number;
  /** The current figure without its year, for a table or sentence that states the year. */
  figureNow(name: TaxFactName): string;
  lawNow(name: TaxFactName): string;
  /**
   * The current figure with its year, and the figure of the specification's year if it differs.
   * @example dated("giftExemption") // "$15M (2026, each person; $13.61M in 2024)"
   */
  dated(name: TaxFactName): string;
};

/**
 * The figures of a tax year.
 * @param requested the year of the clock; the last known year replaces a later one
 * @param facts for tests
 */
export function createTaxFigures(
  requested: number,
  facts: Readonly<Record<string, TaxFact>> = taxFacts,
): TaxFigures {
  const find = (name: TaxFactName): TaxFact => facts[name] ?? factsByName[name];
  const taxYear = lastKnownYear(Math.min(requested, lastCommonYear(facts)), facts);
  return {
    taxYear,
    figureNow(name) {
      const fact = find(name);
      return "years" in fact ? figureOf(fact, taxYear).figure : (fact.now ?? fact).figure;
    },
    lawNow(name) {
      const fact = find(name);
      return "years" in fact ? figureOf(fact, taxYear).law : (fact.now ?? fact).law;
    },
    dated(name) {
      const fact = find(name);
      return "years" in fact ? describeYearly(fact, taxYear) : describeStanding(fact);
    },
  };
}

/** The last year at or before a year for which some fact has a figure. */
function lastKnownYear(year: number, facts: Readonly<Record<string, TaxFact>>): number {
  const years = Object.values(facts).flatMap((fact) => ("years" in fact ? Object.keys(fact.years) : []));
  return Math.max(...years.map(Number).filter((each) => each <= year));
}

function lastCommonYear(facts: Readonly<Record<string, TaxFact>>): number {
  return Math.min(...Object.values(facts).flatMap((fact) => ("years" in fact ? [lastYearOf(fact)] : [])));
}

function describeYearly(fact: YearlyFact, taxYear: number): string {
  const current = figureOf(fact, taxYear);
  const specified = figureOf(fact, specifiedTaxYear);
  const per = fact.per === undefined ? "" : `, ${fact.per}`;
  const before = specified.figure === current.figure ? "" : `; ${specified.figure} in ${specifiedTaxYear}`;
  return `${current.figure} (${current.year}${per}${before})`;
}

function describeStanding({ figure: printed, applies, now }: StandingFact): string {
  if (now === undefined) return `${printed} (${applies})`;
  return `${printed} (${applies}; ${now.figure} for ${now.applies})`;
}

/** The figures of the last known tax year, for uses without a clock: the build's checks and examples with a fixed year. */
export const latestTaxFigures: TaxFigures = createTaxFigures(latestTaxYear);

/** Returns a rate of the last known year as a number of percent. @example taxPercent("capitalGainsTopRate") // 20 */
export function taxPercent(name: TaxFactName): number {
  const shown = latestTaxFigures.figureNow(name);
  const percent = /^([\d.]+)%$/.exec(shown)?.[1];
  if (percent === undefined) throw new Error(`${name} is not a rate in percent: ${shown}`);
  return Number(percent);
}

/** Content is loaded once and outlives a year, so its yearly figures are placeholders, which `fillTaxFigures` replaces. */
export function dated(name: TaxFactName): string {
  return `{dated:${name}}`;
}

/** A placeholder for the current figure without its year. */
export function figureNow(name: TaxFactName): string {
  return `{now:${name}}`;
}

/** A placeholder for the law of the current figure. */
export function lawNow(name: TaxFactName): string {
  return `{law:${name}}`;
}

/** A placeholder for the tax year of the current figures. */
export const currentTaxYear = "{now:taxYear}";

/** Replaces the placeholders in all texts of a content file. */
export function fillTaxFigures<Content>(content: Content, figures: TaxFigures): Content {
  // The copy has the same shape, because only texts are replaced.
  return fillValue(content, figures) as Content;
}

function fillValue(value: unknown, figures: TaxFigures): unknown {
  if (typeof value === "string") return fillText(value, figures);
  if (Array.isArray(value)) return value.map((entry: unknown) => fillValue(entry, figures));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, fillValue(entry, figures)]));
}

function fillText(text: string, figures: TaxFigures): string {
  return text
    .replaceAll(currentTaxYear, String(figures.taxYear))
    .replaceAll(/\{(dated|now|law):(\w+)\}/g, (_, kind: string, word: string) => {
      const name = factNames.find((each) => each === word);
      if (name === undefined) throw new Error(`There is no tax fact ${word}`);
      if (kind === "law") return figures.lawNow(name);
      return kind === "dated" ? figures.dated(name) : figures.figureNow(name);
    });
}

const yearFormatters = new Map<string, Intl.DateTimeFormat>();

/** The tax year of a moment in the firm's time zone. */
export function findTaxYear(at: Date, timeZone: string = practice.timeZone): number {
  // Kept, because creating a formatter takes a hundred times as long as using it, and every page needs the year.
  const formatter =
    yearFormatters.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, year: "numeric" });
  yearFormatters.set(timeZone, formatter);
  return Number(formatter.format(at));
}

/** Days before a tax year without figures at which a warning starts. */
export const warningDays = 60;

/** Finds the yearly facts without a figure for the tax year of a moment 60 days ahead. */
export function findMissingFigures(
  at: Date,
  facts: Readonly<Record<string, TaxFact>> = taxFacts,
): { taxYear: number; facts: string[] } | undefined {
  const taxYear = findTaxYear(new Date(at.getTime() + warningDays * 86_400_000));
  const missing = Object.entries(facts).flatMap(([name, fact]) =>
    "years" in fact && lastYearOf(fact) < taxYear ? [name] : [],
  );
  return missing.length === 0 ? undefined : { taxYear, facts: missing };
}

/** All figures of a fact, for the checks of typed figures. */
export function listFigures(fact: TaxFact): string[] {
  if ("years" in fact) return Object.values(fact.years).map((entry) => entry.figure);
  return fact.now === undefined ? [fact.figure] : [fact.figure, fact.now.figure];
}

/** Figures that no law defines. Each is printed with its condition and labeled as an estimate. */
export const estimates = {
  avoidableTax: "30–40%",
  planningSavings: "15–40%",
  earlyPlannersValue: "15–30%",
  netWorthShare: "70–90%",
  planningYears: "three to five years",
  saleMonths: "12 to 18 months",
} as const;
