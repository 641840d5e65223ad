/**
 * When each planning choice expires, in months before the closing of a sale; negative months are after it. The exit planning page has the
 * deadlines and their reasons in a table. The months are typical, except that the holding periods of small business stock are set by law (26 U.S.C. § 1202(a)(5)).
 */
export const planningTimeline = {
  /** The axis begins this many years before the closing and ends one year after it. */
  years: { before: 6, after: 1 },
  letterOfIntent: { months: 4, label: "Letter of intent" },
  choices: [
    {
      title: "QSBS holding period",
      months: 60,
      partlyUntil: 36,
      text: "Five years; from three, in part",
    },
    {
      title: "Three clean fiscal years",
      months: 48,
      text: "Begin four years before closing",
    },
    {
      title: "Gifts to family trusts",
      months: 12,
      text: "Before anyone prices the shares",
    },
    {
      title: "Charitable remainder trust",
      months: 6,
      text: "Well before a letter of intent",
    },
    {
      title: "Installment terms",
      months: 3,
      text: "Before you sign the contract",
    },
    {
      title: "Opportunity zone fund",
      months: -6,
      text: "About six months after the gain",
    },
  ],
} as const;
