import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { mailRequestHref } from "#app/pages/document/mail-request.ts";
import { manufacturerSaleData, sevenStepsData } from "#app/site/guides/guide-data.ts";
import { ManufacturerSalePage } from "#app/site/guides/manufacturer-sale-page.tsx";
import { SevenStepsPage } from "#app/site/guides/seven-steps-page.tsx";
import type { DataTable } from "#content/document-schema.ts";
import { listSaleSteps } from "#content/manufacturer-sale.ts";
import { manufacturerSale } from "#content/pages/manufacturer-sale.ts";
import { sevenSteps } from "#content/pages/seven-steps.ts";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";

const sale = renderToStaticMarkup(<ManufacturerSalePage promoted={undefined} />);
const steps = renderToStaticMarkup(<SevenStepsPage />);

describe("the page about the seven steps", () => {
  test("has the specified email request in the hero and in the closing band", () => {
    const request = linksIn(steps).filter(
      ({ href }) => href === mailRequestHref(practice.mailRequests.sevenSteps),
    );
    expect(request.map(({ words }) => words)).toEqual(["Pinnacle's 7 Steps", "Pinnacle's 7 Steps"]);
  });

  test("describes seven steps in order, each with its time, result and people", () => {
    const list = /<ol class="text owner-steps">(.*?)<\/ol>/s.exec(steps)?.[1] ?? "";
    expect(elementsIn(list, "h3")).toEqual(
      sevenSteps.steps.items.map(({ title }, index) => `${index + 1} ${title}`),
    );
    expect(elementsIn(list, "dt").filter((words) => words === "You end with")).toHaveLength(7);
  });

  test("draws steps that start in order, last for a while and stay on the timeline", () => {
    const { items } = sevenSteps.steps;
    expect(items.map(({ from }) => from)).toEqual(
      items.map(({ from }) => from).toSorted((one, other) => one - other),
    );
    for (const { from, to } of items) {
      expect(to).toBeGreaterThan(from);
      expect(from).toBeGreaterThanOrEqual(-5);
      expect(to).toBeLessThanOrEqual(1);
    }
  });

  test("lists the steps for search engines", () => {
    expect(sevenStepsData("https://www.example.com")).toMatchObject({
      "@type": "Guide",
      mainEntity: { "@type": "ItemList", numberOfItems: 7 },
    });
  });
});

describe("the page about the manufacturer's sale", () => {
  test("is labeled as a hypothetical illustration before its first figure", () => {
    const words = wordsOf(sale);
    expect(words.indexOf("Hypothetical illustration")).toBeGreaterThan(-1);
    expect(words.indexOf("Hypothetical illustration")).toBeLessThan(words.indexOf("$9.10"));
    expect(words).toContain("This case is hypothetical and is not tax or legal advice.");
  });

  test("says of the largest amount how much of it waits in escrow, and never calls it cash at closing", () => {
    const words = wordsOf(sale).replaceAll("\u00a0", " ");
    expect(words).toContain("$13.50M Stock sale, $1.00M of it in escrow");
    expect(words).toContain("$1.00 million waits in escrow for 18 months");
    expect(words).not.toContain("cash at closing");
  });

  test("invites to the next event, and names its date if there is one", () => {
    expect(wordsOf(sale)).toContain("Get notified about the next live event");
    const promoted = {
      phase: "upcoming",
      title: "Before the Letter of Intent",
      startsAt: new Date("2026-12-17T18:00:00Z"),
      timeZone: "America/Chicago",
      durationMinutes: 45,
      capacity: 100,
      seatsLeft: 54,
    } as const;
    const html = renderToStaticMarkup(<ManufacturerSalePage promoted={promoted} />);
    expect(wordsOf(html)).toContain("Ask us live on December 17");
  });

  test.each([
    "$20.00M",
    "$13.50M",
    "$9.10M",
    "$12.50M",
    "a difference of up to $476,000",
    "A price increase of $595,000",
    "about $2.0\u00a0million",
    "about $655,000 of federal tax",
    "leaving $3.35\u00a0million",
  ])("prints %s", (words) => {
    expect(wordsOf(sale).replaceAll("\u00a0", " ")).toContain(words.replaceAll("\u00a0", " "));
  });

  test("compares the four structures with what the owner needs before anything else", () => {
    const [first = ""] = elementsIn(sale, "h2");
    expect(first).toBe("How much cash each of the four structures leaves");
    for (const aside of ["$1.00M over", "$0.52M over", "$3.40M short", "$2.65M short"]) {
      expect(sale).toContain(`>${aside}</text>`);
    }
  });

  test("describes each drawing with all its amounts, and no drawing twice", () => {
    const labels = [...sale.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, label = ""]) => label);
    expect(new Set(labels).size).toBe(2);
    expect(labels.join(" ")).toContain("13.50 million dollars");
    expect(labels.join(" ")).toContain("2.83 million dollars tax now");
  });

  test("keeps the label of each stake clear of the line that marks what the owner needs", () => {
    const wide = /<svg class="wide"[^>]*aria-label="Bars.*?<\/svg>/s.exec(sale)?.[0] ?? "";
    const line = Number(/class="threshold" d="M([\d.]+)/.exec(wide)?.[1]);
    const labels = [...wide.matchAll(/x="([\d.]+)" y="[\d.]+">\$3\.92M stake</g)].map(([, x]) => Number(x));
    expect(labels).toHaveLength(2);
    // The label is about 110 units wide.
    for (const x of labels) expect(x > line || x + 110 < line).toBe(true);
  });

  test("is a guide for search engines", () => {
    expect(manufacturerSaleData("https://www.example.com")).toMatchObject({ "@type": "Guide" });
  });
});

/** All tables of the page about the sale, which are folded. */
const tables: readonly DataTable[] = manufacturerSale.sections
  .flatMap(({ blocks }) => blocks)
  .flatMap((block) => (typeof block === "object" && "fold" in block ? block.fold.blocks : [block]))
  .flatMap((block) => (typeof block === "object" && "table" in block ? [block.table] : []));

function findTable(caption: string): DataTable | undefined {
  return tables.find((table) => table.caption.startsWith(caption));
}

describe("the tables of the manufacturer's sale", () => {
  const arithmetic = findTable("Each figure")?.rows ?? [];
  const equations = arithmetic.flatMap(([name = "", first = "", second = ""]) => [
    { name, equation: first },
    { name, equation: second },
  ]);

  test("compute every figure of the arithmetic in two ways", () => {
    expect(equations).toHaveLength(20);
  });

  // Inputs are printed with two or three decimals, so results agree within the rounding of the inputs.
  test.each(equations)("$name: $equation", ({ equation }) => {
    const [, left = "", right = ""] = /^(?:[^:]*: )?(.*) = (.*)$/.exec(equation) ?? [];
    expect(Math.abs(evaluate(left) - evaluate(right))).toBeLessThanOrEqual(0.0011);
  });

  test("add up from the headline price to the account", () => {
    let sum = 0;
    for (const { kind, amount: dollars } of listSaleSteps()) {
      if (kind === "price" || kind === "deduction") sum += dollars;
      else expect(dollars).toBe(sum);
    }
    expect(sum).toBe(13_500_000);
  });

  test.each([
    [1, 13.5],
    [2, 13.02],
  ])("add up to the cash of the stock sale and of the asset sale: column %i", (column, cash) => {
    const rows = (findTable("Stock sale")?.rows ?? []).filter(([name = ""]) =>
      /^(?:Price|Tax at)/.test(name),
    );
    expect(rows).toHaveLength(3);
    const sum = rows.reduce((all, row) => all + evaluate((row[column] ?? "").replace("−", "-")), 0);
    expect(sum).toBeCloseTo(cash, 6);
  });

  test.each([
    [1, 13.5],
    [2, 13.02],
    [3, 9.1],
    [4, 9.85],
  ])("add up to the cash of structure %i", (column, cash) => {
    expect(columnSum(findTable("The four structures"), column, "**Cash after tax**")).toBeCloseTo(cash, 6);
  });
});

/** The sum of the amounts above a row, without other rows in bold. */
function columnSum(table: DataTable | undefined, column: number, end: string): number {
  const rows = table?.rows ?? [];
  const above = rows.slice(
    0,
    rows.findIndex(([name]) => name === end),
  );
  return above
    .filter(([name = ""]) => !name.startsWith("**"))
    .reduce((sum, row) => sum + evaluate((row[column] ?? "").replace("−", "-")), 0);
}

/** Evaluates products, quotients, sums and differences of printed amounts in millions of dollars and percentages. */
function evaluate(expression: string): number {
  const terms = expression.replaceAll(" a year", "").split(/ (?=[+−] )/);
  return terms.reduce((sum, term) => {
    const sign = term.startsWith("− ") ? -1 : 1;
    return sum + sign * product(term.replace(/^[+−] /, ""));
  }, 0);
}

function product(term: string): number {
  return term.split(/ (?=[×÷] )/).reduce((result, factor) => {
    const value = amount(factor.replace(/^[×÷] /, ""));
    return factor.startsWith("÷ ") ? result / value : result * value;
  }, 1);
}

/** @example amount("$13.40M") // 13.4 @example amount("20%") // 0.2 */
function amount(printed: string): number {
  const number = Number(printed.replaceAll(/[$M%]/g, ""));
  return printed.endsWith("%") ? number / 100 : number;
}
