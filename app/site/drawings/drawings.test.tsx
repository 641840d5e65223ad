import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { PeriodTimeline } from "./deadline-timeline.tsx";
import { axisTicks, linearScale, millionsWith, tickLabel, wholeDollars } from "./scale.ts";
import { StackedBars } from "./stacked-bars.tsx";
import { Waterfall } from "./waterfall.tsx";

const attribute = (tag: string, name: string): number =>
  Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);

/** The rectangles of a fill in one version of a drawing. */
function boxes(html: string, version: "wide" | "narrow", fill: string): string[] {
  const [drawing = ""] = html.match(new RegExp(`<svg class="${version}".*?</svg>`)) ?? [];
  return drawing.match(new RegExp(`<rect class="${fill}"[^>]*>`, "g")) ?? [];
}

describe("amounts", () => {
  it("are printed in millions or in whole dollars", () => {
    expect(millionsWith(2).shown(-400_000)).toBe("−$0.40M");
    expect(millionsWith(1).spoken(2_000_000)).toBe("2.0 million dollars");
    expect(wholeDollars.shown(95_200)).toBe("$95,200");
  });

  it("label an axis in round steps from zero", () => {
    expect(axisTicks(20_000_000).map(tickLabel)).toEqual(["0", "$5M", "$10M", "$15M", "$20M"]);
    expect(axisTicks(238_000).map(tickLabel)).toEqual(["0", "$50,000", "$100,000", "$150,000", "$200,000"]);
  });

  it("are drawn on a linear scale from zero", () => {
    expect([0, 5, 20].map(linearScale(20, 100))).toEqual([0, 25, 100]);
  });
});

describe("a timeline of periods", () => {
  const periods = [
    { title: "Assessment", from: 24, to: 18, text: "Half a year" },
    { title: "The sale", from: 18, to: 0, text: "A year and a half" },
  ];
  const html = renderToStaticMarkup(<PeriodTimeline periods={periods} />);

  it("has no space above the rows, because no label is there", () => {
    expect(html).toMatch(/<svg class="wide"[^>]*><path class="grid-line" d="M[\d.]+ 0V/);
  });

  it.each(["wide", "narrow"] as const)("draws each period to scale, one after another: %s", (version) => {
    const [first = "", second = ""] = boxes(html, version, "paid");
    expect(attribute(second, "width") / attribute(first, "width")).toBeCloseTo(3, 1);
    expect(attribute(second, "x")).toBeCloseTo(attribute(first, "x") + attribute(first, "width"), 0);
    expect(boxes(html, version, "outline")).toEqual([]);
  });

  it("has an axis of years before closing, whose title is left of the labels or below them", () => {
    const titles = [...html.matchAll(/<text class="tick" x="0" y="(\d+)">Years before closing<\/text>/g)];
    const labels = [...html.matchAll(/<text class="tick end"[^>]* y="(\d+)">Closing<\/text>/g)];
    expect(titles).toHaveLength(2);
    expect(titles.map(([, y], version) => Number(y) - Number(labels[version]?.[1]))).toEqual([0, 22]);
  });

  it("is announced with the months of each period", () => {
    expect(html).toContain(
      "Timeline drawn to scale, in months before closing. Assessment: 24 to 18; The sale: 18 to 0.",
    );
  });
});

describe("a waterfall", () => {
  const html = renderToStaticMarkup(
    <Waterfall
      steps={[
        { label: "Headline price", kind: "price", amount: 20_000_000 },
        { label: "Debt repaid", kind: "deduction", amount: -2_000_000 },
        { label: "Equity", kind: "equity", amount: 18_000_000 },
        { label: "Federal tax", kind: "deduction", amount: -4_000_000 },
        { label: "Cash after tax", kind: "cash", amount: 14_000_000, escrow: 1_000_000 },
      ]}
    />,
  );

  it("states all amounts in a sentence, once for each version", () => {
    const label =
      "Waterfall drawn to scale: headline price 20.00 million dollars, less debt repaid 2.00 million dollars, leaves equity 18.00 million dollars, less federal tax 4.00 million dollars, leaves cash after tax 14.00 million dollars, of which 1.00 million dollars waits in escrow.";
    expect(html.split(`role="img" aria-label="${label}"`)).toHaveLength(3);
  });

  it("has no dots beside the amounts of the narrow version, where they could be read as part of a figure", () => {
    const narrow = html.slice(html.lastIndexOf('<svg class="narrow"'));
    const connectors = [...narrow.matchAll(/class="connector" d="M([\d.]+) [\d.]+v(\d+)"/g)];
    expect(connectors.length).toBe(4);
    for (const [, x, length] of connectors) {
      if (Number(x) > 262) expect(Number(length)).toBeLessThanOrEqual(14);
    }
    expect(connectors.some(([, x]) => Number(x) > 262)).toBe(true);
  });

  it.each([
    ["wide", "height"],
    ["narrow", "width"],
  ] as const)("draws all parts of the %s version on one scale", (version, side) => {
    const size = (fill: string): number[] => boxes(html, version, fill).map((tag) => attribute(tag, side));
    const [price = 0] = size("outline");
    const share = (amount: number): number => Math.round((amount / price) * 100) / 100;
    expect(size("cost").map(share)).toEqual([0.1, 0.2]);
    expect(size("subtotal").map(share)).toEqual([0.9]);
    expect(size("paid").map(share)).toEqual([0.7]);
    expect(size("later").map(share)).toEqual([0.05]);
  });
});

describe("divided bars", () => {
  const html = renderToStaticMarkup(
    <StackedBars
      format={millionsWith(1)}
      legend={[{ fill: "paid", meaning: "Paid at closing" }]}
      mark={{ label: "Needed", amount: 12_000_000 }}
      bars={[
        {
          title: "ESOP",
          aside: "$10.0M now, $14.0M later",
          parts: [
            { fill: "paid", amount: 10_000_000, label: "bank loan" },
            { fill: "later", amount: 14_000_000, label: "seller note" },
          ],
        },
      ]}
    />,
  );

  it("state all amounts in sentences", () => {
    expect(html).toContain(
      'aria-label="Bars drawn to one scale. ESOP ($10.0M now, $14.0M later): 10.0 million dollars bank loan, 14.0 million dollars seller note. A line marks Needed: 12.0 million dollars."',
    );
  });

  it("draw labels above the mark of the wide version, so that its line does not cross them", () => {
    const wide = html.slice(0, html.indexOf('class="narrow"'));
    expect(wide.indexOf("$14.0M seller note")).toBeGreaterThan(wide.indexOf('class="threshold"'));
    expect(wide.indexOf('class="threshold"')).toBeGreaterThan(0);
  });

  it("put a label that the line would cross below its bar, after the line", () => {
    const crossed = renderToStaticMarkup(
      <StackedBars
        format={millionsWith(2)}
        legend={[]}
        mark={{ label: "Needed", amount: 12_500_000 }}
        bars={[
          {
            title: "Low price",
            aside: "$0.92M short",
            parts: [
              { fill: "paid", amount: 11_580_000, label: "kept" },
              { fill: "cost", amount: 2_620_000, label: "tax" },
              { fill: "outline", amount: 8_200_000, label: "other" },
            ],
          },
        ]}
      />,
    );
    const [, x = "", y = ""] = /class="label" x="([\d.]+)" y="([\d.]+)">\$2\.62M tax</.exec(crossed) ?? [];
    const [, line = ""] = /class="threshold" d="M([\d.]+) 22/.exec(crossed) ?? [];
    const [, inside = ""] = /y="([\d.]+)">\$11\.58M kept</.exec(crossed) ?? [];
    expect(Number(x)).toBeGreaterThan(Number(line));
    expect(Number(y)).toBeGreaterThan(Number(inside));
  });

  it("put a label that one bar has no room for below all bars", () => {
    const [first, second] = [2_000_000, 6_000_000].map((tax) => ({
      title: `Tax of ${tax}`,
      aside: "",
      parts: [
        { fill: "paid", amount: 12_000_000, label: "kept" },
        { fill: "cost", amount: tax, label: "federal tax" },
      ] as const,
    }));
    if (first === undefined || second === undefined) throw new Error("There are two bars");
    const drawing = renderToStaticMarkup(
      <StackedBars format={millionsWith(2)} legend={[]} bars={[first, second]} />,
    );
    expect(drawing).toMatch(/class="label[^"]*" x="[\d.]+" y="[\d.]+">\$2\.00M federal tax</);
    expect(drawing).toMatch(/class="label[^"]*" x="[\d.]+" y="[\d.]+">\$6\.00M federal tax</);
  });

  it("label every part of the wide version, those that are too narrow below the bar and apart", () => {
    const narrowParts = renderToStaticMarkup(
      <StackedBars
        format={millionsWith(1)}
        legend={[]}
        bars={[
          {
            title: "Third-party sale",
            aside: "$18.0M now, $6.0M later",
            parts: [
              { fill: "paid", amount: 18_000_000, label: "cash at closing" },
              { fill: "later", amount: 2_400_000, label: "escrow" },
              { fill: "cost", amount: 3_600_000, label: "rollover equity" },
            ],
          },
        ]}
      />,
    );
    const wide = narrowParts.slice(0, narrowParts.indexOf('class="narrow"'));
    const positions = ["$18.0M cash at closing", "$2.4M escrow", "$3.6M rollover equity"].map((words) =>
      Number(new RegExp(`x="([\\d.]+)" y="[\\d.]+">\\${words}<`).exec(wide)?.[1]),
    );
    const [, escrow = NaN, rollover = NaN] = positions;
    expect(positions).not.toContain(NaN);
    expect(escrow + "$2.4M escrow".length * 8).toBeLessThan(rollover);
  });

  it("give each of several narrow parts a label at its left edge, in its own row", () => {
    const parts = ["escrow", "reserve", "mortgage", "giving"].map((label) => ({
      fill: "later" as const,
      amount: 500_000,
      label,
    }));
    const drawing = renderToStaticMarkup(
      <StackedBars
        format={millionsWith(2)}
        legend={[]}
        bars={[
          {
            title: "Proceeds",
            aside: "",
            parts: [...parts, { fill: "paid", amount: 10_000_000, label: "portfolio" }],
          },
        ]}
      />,
    );
    const labels = [...drawing.matchAll(/d="M([\d.]+) 92V([\d.]+)".*?x="([\d.]+)" y="([\d.]+)"/g)];
    const edges = boxes(drawing, "wide", "later").map((tag) => attribute(tag, "x"));
    expect(labels.map(([, pole]) => Number(pole)).toReversed()).toEqual(edges);
    expect(labels.map(([, , , x]) => Number(x) - 7).toReversed()).toEqual(edges);
    expect(labels.map(([, , end]) => Number(end))).toEqual([112, 134, 156, 178]);
  });

  it("join each label of the narrow version to its part by a line, if the parts have the same fill", () => {
    const parts = ["reserve", "mortgage", "portfolio"].map((label, index) => ({
      fill: "paid" as const,
      amount: (index + 1) * 2_000_000,
      label,
    }));
    const drawing = renderToStaticMarkup(
      <StackedBars format={millionsWith(2)} legend={[]} bars={[{ title: "Proceeds", aside: "", parts }]} />,
    );
    const narrow = drawing.slice(drawing.indexOf('class="narrow"'));
    const lines = [...narrow.matchAll(/class="axis" d="M([\d.]+) 86V[\d.]+"/g)].map(([, x]) => Number(x));
    const edges = boxes(drawing, "narrow", "paid").map((tag) => attribute(tag, "x"));
    expect(lines.toReversed()).toEqual(edges);
  });

  it.each(["wide", "narrow"] as const)("join the parts of the %s version without a gap", (version) => {
    const [paid = ""] = boxes(html, version, "paid");
    const [later = ""] = boxes(html, version, "later");
    expect(attribute(paid, "x") + attribute(paid, "width")).toBeCloseTo(attribute(later, "x"), 6);
  });
});
