import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { countDays, DatedTimeline } from "./dated-timeline.tsx";

const items = [
  { on: "2015-04-23", when: "April 23, 2015", title: "Letter", text: "The letter." },
  { on: "2015-06-11", when: "June 11", title: "Approval", text: "The approval." },
  { on: "2015-07-13", when: "July 13", title: "Gift", text: "The gift." },
  { on: "2015-07-15", when: "July 15", title: "Closing", text: "The closing." },
];
const html = renderToStaticMarkup(<DatedTimeline caption="A sale" items={items} />);

describe("a timeline of dates", () => {
  it("counts the days from the first date", () => {
    expect(countDays(items).map(({ day }) => day)).toEqual([0, 49, 81, 83]);
  });

  it("places each date to scale in both versions", () => {
    const centers = (attribute: string): number[] => {
      const found = [...html.matchAll(new RegExp(`<circle class="paid" [^>]*${attribute}="([\\d.]+)"`, "g"))];
      return found.map(([, value]) => Number(value));
    };
    const wide = centers("cx").slice(0, 4);
    const narrow = centers("cy").slice(4);
    for (const [first = 0, second = 0, third = 0, last = 0] of [wide, narrow]) {
      expect((second - first) / (last - first)).toBeCloseTo(49 / 83, 2);
      expect((third - first) / (last - first)).toBeCloseTo(81 / 83, 2);
    }
  });

  it("has few marks for any dates", () => {
    const years = [
      { on: "0001-01-01", when: "Year 1", title: "First", text: "The first." },
      { on: "9999-12-31", when: "Year 9999", title: "Last", text: "The last." },
    ];
    const long = renderToStaticMarkup(<DatedTimeline caption="Years" items={years} />);
    expect(long.match(/<text class="tick/g)?.length).toBeLessThan(30);
  });

  it("is announced with all dates, and followed by a list of them", () => {
    expect(html).toContain("Gift: July 13, day 81. Closing: July 15, day 83.");
    expect(html).toContain("<b>July 13, day 81</b><span>The gift.</span>");
  });
});
