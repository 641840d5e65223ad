import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const css = readFileSync(new URL("staff.css", import.meta.url), "utf8");
const schemes = ["light", "dark"] as const;

/** The smallest contrast of text, and of the borders of controls (WCAG 2.2, 1.4.3 and 1.4.11). */
const minimum = { text: 4.5, border: 3 } as const;

const surfaces = ["paper", "bed"] as const;
const pairs: readonly (readonly [foreground: string, background: string, kind: keyof typeof minimum])[] = [
  ...surfaces.flatMap((surface) =>
    ["ink", "soft", "green", "press", "bad"].map((text) => [text, surface, "text"] as const),
  ),
  ...surfaces.map((surface) => ["field", surface, "border"] as const),
  ["on-press", "press", "text"],
  ["on-press", "press-down", "text"],
  ["low", "low-bed", "text"],
  ["middle", "middle-bed", "text"],
  ["high", "high-bed", "text"],
];

describe.each(schemes)("in the %s scheme", (scheme) => {
  test.each(pairs)("--%s is readable on --%s, as %s", (foreground, background, kind) => {
    const contrast = contrastOf(readColor(foreground, scheme), readColor(background, scheme));
    expect(contrast).toBeGreaterThanOrEqual(minimum[kind]);
  });
});

/** The hexadecimal color of a custom property. */
function readColor(property: string, scheme: (typeof schemes)[number]): string {
  const [, light, dark] = new RegExp(`--${property}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [];
  const color = scheme === "light" ? light : dark;
  if (color === undefined) throw new Error(`--${property} has no color for each scheme in staff.css.`);
  return color;
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2, “contrast ratio”). */
function contrastOf(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminanceOf).toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
