import { expect, test } from "vitest";
import { type Filing, listFilingTasks } from "./filing-tasks.ts";

const none = { inaccurateOn: null, filedOn: null, postedOn: null, deliveredOn: null };
const crs: Filing = { ...none, document: "form-crs", versionOn: "2026-03-01", inaccurateOn: "2026-02-20" };
const brochure: Filing = { ...none, document: "form-adv-part-2a", versionOn: "2025-03-01" };

const due = (filings: readonly Filing[], today = "2026-11-28") =>
  listFilingTasks(filings, today).map(({ dueOn, rule }) => `${dueOn} ${rule}`);

test("an amended Form CRS is filed and posted within 30 days, and delivered within 60 days after that", () => {
  expect(due([crs])).toEqual([
    "2026-03-22 17 CFR 275.204-1",
    "2026-03-22 17 CFR 275.204-5(b)(3)",
    "2026-05-21 17 CFR 275.204-5(b)(4)",
  ]);
  expect(due([{ ...crs, filedOn: "2026-03-02", postedOn: "2026-03-02" }])).toEqual([
    "2026-05-21 17 CFR 275.204-5(b)(4)",
  ]);
});

test("the brochure is filed within 90 days after the fiscal year, and delivered within 120 days", () => {
  expect(due([brochure])).toEqual(["2026-03-31 17 CFR 275.204-1(a)(1)", "2026-04-30 17 CFR 275.204-3(b)(2)"]);
  expect(due([{ ...brochure, filedOn: "2026-03-30", deliveredOn: "2026-04-02" }])).toEqual([]);
  expect(due([{ ...brochure, filedOn: "2026-03-30", deliveredOn: "2026-04-02" }], "2027-01-01")).toEqual([
    "2027-03-31 17 CFR 275.204-1(a)(1)",
    "2027-04-30 17 CFR 275.204-3(b)(2)",
  ]);
});

test("an amendment of the brochure during the year does not replace the annual update", () => {
  const amendment = {
    ...brochure,
    versionOn: "2026-01-05",
    filedOn: "2026-01-05",
    deliveredOn: "2026-01-06",
  };
  expect(due([brochure, { ...amendment, inaccurateOn: "2026-01-02" }])).toHaveLength(2);
  expect(due([brochure, amendment])).toEqual([]);
});

test("nothing is due for other documents, for annual updates of Form CRS, and without a brochure", () => {
  expect(
    due([
      { ...crs, inaccurateOn: null },
      { ...crs, document: "privacy-policy" },
    ]),
  ).toEqual([]);
});
