import { computePrice, manufacturer } from "#content/manufacturer-sale.ts";

/**
 * The manufacturer of `manufacturer-sale.ts`, handed over in four ways, before debt, costs and tax. Every split is an assumption.
 */
export const companyValue = computePrice().headline;

/** `paid` at closing, `contract` later under a contract, `results` later depending on results, `given` not paid at all. */
export type RoutePart = { when: "paid" | "contract" | "results" | "given"; amount: number; label: string };

export const successionRoutes: readonly { title: string; aside: string; parts: readonly RoutePart[] }[] = [
  {
    title: "Family transition",
    aside: "$2.0M now, $8.0M later, $10.0M given",
    parts: [
      { when: "paid", amount: 2_000_000, label: "at closing" },
      { when: "contract", amount: 8_000_000, label: "note over ten years" },
      { when: "given", amount: 10_000_000, label: "given to family" },
    ],
  },
  {
    title: "Management buyout",
    aside: "$10.0M now, $10.0M later",
    parts: [
      { when: "paid", amount: 10_000_000, label: "from bank and managers" },
      { when: "contract", amount: 10_000_000, label: "seller note" },
    ],
  },
  {
    title: "ESOP",
    aside: "$8.0M now, $12.0M later",
    parts: [
      { when: "paid", amount: 8_000_000, label: "bank loan" },
      { when: "contract", amount: 12_000_000, label: "seller note" },
    ],
  },
  {
    title: "Third-party sale",
    aside: "$15.0M now, $5.0M later",
    parts: [
      { when: "paid", amount: 15_000_000, label: "cash at closing" },
      { when: "contract", amount: manufacturer.escrow.amount, label: "escrow" },
      { when: "results", amount: 4_000_000, label: "rollover equity" },
    ],
  },
];
