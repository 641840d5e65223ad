import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ClosingRings } from "./closing-rings.tsx";

it("has one ring for each of 32 years, from the pith to the bark", () => {
  const html = renderToStaticMarkup(<ClosingRings />);
  const scales = [...html.matchAll(/transform="scale\(([\d.]+)\)"/g)].map(([, scale]) => Number(scale));
  expect(scales).toHaveLength(31);
  expect(scales.toSorted((a, b) => a - b)).toEqual(scales);
  expect(Math.max(...scales)).toBeLessThan(1);
  expect(html.match(/<path/g)).toHaveLength(1);
});
