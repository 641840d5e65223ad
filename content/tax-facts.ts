/**
 * Every tax figure on a page, with its law and its year (product.md, "Placeholders"). If a later law changed a figure, the current one is
 * listed with it. The build fails if a tax figure is typed into copy.
 */
export type TaxFact = {
  /** The figure as printed. */
  figure: string;
  /** The year, or the stock or event, to which it applies. */
  applies: string;
  law: string;
  /** The current figure, if it differs. */
  now?: { figure: string; applies: string; law: string };
};

const act2025 = "Pub. L. 119-21 (2025)";

export const taxFacts = {
  capitalGainsTopRate: {
    figure: "20%",
    applies: "2024",
    law: "26 U.S.C. § 1(h)(1)(D)",
    now: { figure: "20%", applies: "2026", law: "26 U.S.C. § 1(h)(1)(D)" },
  },
  netInvestmentRate: {
    figure: "3.8%",
    applies: "2024",
    law: "26 U.S.C. § 1411(a)(1)",
    now: { figure: "3.8%", applies: "2026", law: "26 U.S.C. § 1411(a)(1)" },
  },
  combinedTopRate: {
    figure: "23.8%",
    applies: "2024",
    law: "26 U.S.C. §§ 1(h), 1411",
    now: { figure: "23.8%", applies: "2026", law: "26 U.S.C. §§ 1(h), 1411" },
  },
  ordinaryTopRate: {
    figure: "37%",
    applies: "2024",
    law: "26 U.S.C. § 1(j)",
    now: { figure: "37%", applies: "2026, now without an end date", law: act2025 },
  },
  zeroRateSingle: {
    figure: "$47,025",
    applies: "2024",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$49,450", applies: "2026", law: "Rev. Proc. 2025-32" },
  },
  zeroRateJoint: {
    figure: "$94,050",
    applies: "2024",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$98,900", applies: "2026", law: "Rev. Proc. 2025-32" },
  },
  middleRateSingle: {
    figure: "$518,900",
    applies: "2024",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$545,500", applies: "2026", law: "Rev. Proc. 2025-32" },
  },
  middleRateJoint: {
    figure: "$583,750",
    applies: "2024",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$613,700", applies: "2026", law: "Rev. Proc. 2025-32" },
  },
  middleRate: {
    figure: "15%",
    applies: "2024",
    law: "26 U.S.C. § 1(h)(1)(C)",
    now: { figure: "15%", applies: "2026", law: "26 U.S.C. § 1(h)(1)(C)" },
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
    figure: "25%",
    applies: "2024, gain on buildings up to their depreciation, at most",
    law: "26 U.S.C. § 1(h)(1)(E)",
    now: {
      figure: "25%",
      applies: "2026, gain on buildings up to their depreciation, at most",
      law: "26 U.S.C. § 1(h)(1)(E)",
    },
  },
  corporateRate: { figure: "21%", applies: "since 2018", law: "26 U.S.C. § 11(b)" },
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
    figure: "$13.61M",
    applies: "2024, each person",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$15M", applies: "2026, each person", law: act2025 },
  },
  giftExemptionCouple: {
    figure: "$27.22M",
    applies: "2024, a married couple",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$30M", applies: "2026, a married couple", law: act2025 },
  },
  annualExclusion: {
    figure: "$18,000",
    applies: "2024, each recipient",
    law: "Rev. Proc. 2023-34",
    now: { figure: "$19,000", applies: "2026, each recipient", law: "Rev. Proc. 2025-32" },
  },
  estateTaxRate: {
    figure: "40%",
    applies: "2024",
    law: "26 U.S.C. § 2001(c)",
    now: { figure: "40%", applies: "2026", law: "26 U.S.C. § 2001(c)" },
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

/** Returns the figure without its year, for a table or sentence that states the year. @example figure("giftExemption") // "$13.61M" */
export function figure(name: TaxFactName): string {
  return taxFacts[name].figure;
}

/** Returns the current figure without its year, for a table or sentence that states the year. */
export function figureNow(name: TaxFactName): string {
  const fact: TaxFact = taxFacts[name];
  return (fact.now ?? fact).figure;
}

/** Returns a current rate as a number of percent. @example taxPercent("capitalGainsTopRate") // 20 */
export function taxPercent(name: TaxFactName): number {
  const shown = figureNow(name);
  const percent = /^([\d.]+)%$/.exec(shown)?.[1];
  if (percent === undefined) throw new Error(`${name} is not a rate in percent: ${shown}`);
  return Number(percent);
}

/**
 * Returns the figure with what it applies to, and the current figure if it differs.
 * @example dated("giftExemption") // "$13.61M (2024, each person; $15M for 2026, each person)"
 */
export function dated(name: TaxFactName): string {
  const { figure: printed, applies, now }: TaxFact = taxFacts[name];
  if (now === undefined) return `${printed} (${applies})`;
  if (now.figure === printed) return `${printed} (${applies}; the same in ${now.applies})`;
  return `${printed} (${applies}; ${now.figure} for ${now.applies})`;
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
