import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { SeatsDrawing } from "./seats-drawing.tsx";

/** The number of dots on a path: one at the start of each line and one every ten units. */
function countDots(path: string): number {
  return [...path.matchAll(/h([\d.]+)/g)].reduce(
    (sum, [, length]) => sum + Math.floor(Number(length) / 10) + 1,
    0,
  );
}

describe("a hundred seats", () => {
  test.each([0, 1, 19, 20, 21, 63, 99, 100])(
    "with %i taken are drawn as dots, with hollow dots for free seats",
    (taken) => {
      const html = renderToStaticMarkup(<SeatsDrawing capacity={100} taken={taken} />);
      const [seats = "", free = ""] = [...html.matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);
      expect(countDots(seats)).toBe(100);
      expect(countDots(free)).toBe(100 - taken);
      expect(html).toContain('aria-hidden="true"');
    },
  );
});

test("any other number of seats is a bar to scale", () => {
  const html = renderToStaticMarkup(<SeatsDrawing capacity={250} taken={50} />);
  expect(html).toContain('d="M0 0h40v10H0z"');
  expect(html).toContain('viewBox="0 0 200 10"');
  expect(html).toContain('aria-hidden="true"');
});
