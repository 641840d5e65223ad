import { expect, test } from "vitest";
import { type Counted, createReport } from "./source-report.ts";
import { noFigures } from "./source-counts.ts";

const leadsFrom = (name: string, leads: number) => {
  const { visits: _, spendCents: __, paidLeads: ___, ...nothing } = noFigures;
  return { name, channel: null, isAutomated: false, ...nothing, leads };
};

test("the cost of all leads counts only those of sources whose cost was entered", () => {
  const now: Counted = {
    people: [leadsFrom("monthly", 4), leadsFrom("live-event", 2), leadsFrom("none", 34)],
    visits: null,
    optedOut: { visits: 0, automated: 0 },
    spend: [
      { name: "monthly", cents: 21_900 },
      { name: "live-event", cents: 130_000 },
    ],
  };
  const { total, rows } = createReport({ now, before: undefined }, { sort: "leads", isAscending: false });
  expect(total.now).toMatchObject({ leads: 40, paidLeads: 6, spendCents: 151_900 });
  expect(rows.map(({ name, now: { paidLeads } }) => [name, paidLeads])).toEqual([
    [null, 0],
    ["live-event", 2],
    ["monthly", 4],
  ]);
});
