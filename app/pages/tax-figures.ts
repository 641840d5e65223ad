import { useRouteLoaderData } from "react-router";
import { createTaxFigures, findTaxYear, latestTaxYear, type TaxFigures } from "#content/tax-facts.ts";

/** The layout of public pages, whose loader reads the clock. */
const layoutId = "site/chrome/public-layout.route";

/** The part of the layout's data that selects the figures: the tax year in the firm's time zone. */
export function loadTaxYear(now: Date): { taxYear: number } {
  return { taxYear: findTaxYear(now) };
}

/** The current tax figures, for components of public pages. */
export function useTaxFigures(): TaxFigures {
  return createTaxFigures(readTaxYear(useRouteLoaderData(layoutId)));
}

/** The current tax figures, for `meta` functions. @param matches the `matches` that React Router passes to `meta` */
export function findTaxFigures(
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[],
): TaxFigures {
  return createTaxFigures(readTaxYear(matches.find((match) => match?.id === layoutId)?.loaderData));
}

/** Without the layout's data, for example in a test, the last known year applies. */
function readTaxYear(data: unknown): number {
  if (typeof data === "object" && data !== null && "taxYear" in data && typeof data.taxYear === "number") {
    return data.taxYear;
  }
  return latestTaxYear;
}
