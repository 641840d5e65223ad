import { expect, it } from "vitest";
import { latestTaxYear } from "#content/tax-facts.ts";
import { findTaxFigures, loadTaxYear } from "./tax-figures.ts";

const layout = "site/chrome/public-layout.route";

it("the layout of public pages reads the tax year from the clock, in the firm's time zone", () => {
  expect(loadTaxYear(new Date("2027-01-01T05:59:59Z"))).toEqual({ taxYear: 2026 });
  expect(loadTaxYear(new Date("2027-01-01T06:00:00Z"))).toEqual({ taxYear: 2027 });
});

it("a page uses the figures of that year", () => {
  const { dated } = findTaxFigures([{ id: "root" }, { id: layout, loaderData: { taxYear: 2024 } }]);
  expect(dated("annualExclusion")).toBe("$18,000 (2024, each recipient)");
});

it("a page rendered without its layout uses those of the last known year", () => {
  expect(findTaxFigures([]).taxYear).toBe(latestTaxYear);
  expect(findTaxFigures([{ id: layout, loaderData: undefined }]).taxYear).toBe(latestTaxYear);
});
