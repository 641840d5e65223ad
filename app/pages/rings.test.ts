import { describe, expect, it } from "vitest";
import { growRings, ringPoint, ringsPath } from "./rings.ts";

const radius = 720;

describe("the rings", () => {
  it.each([1, 5, 21, 32, 33, 60])("have the requested number: %i", (count) => {
    const path = ringsPath(growRings({ count, radius, seed: 10 }));
    expect(subpaths(path)).toHaveLength(count);
  });

  it("increase by one each year", () => {
    const before = ringsPath(growRings({ count: 32, radius, seed: 10 }));
    const after = ringsPath(growRings({ count: 33, radius, seed: 10 }));
    expect(subpaths(after).length - subpaths(before).length).toBe(1);
  });

  it("are identical for the same seed and differ for another", () => {
    const tree = (seed: number): string => ringsPath(growRings({ count: 21, radius, seed }));
    expect(tree(4)).toBe(tree(4));
    expect(tree(4)).not.toBe(tree(5));
  });

  it("use only whole numbers", () => {
    expect(ringsPath(growRings({ count: 32, radius, seed: 10 }))).toMatch(/^[Mmqt0-9 -]+$/);
  });

  it("end where they start, so that no ring has a gap", () => {
    for (const path of growRings({ count: 32, radius, seed: 10 }).map((ring) => ringsPath([ring]))) {
      const [x, y] = walk(path);
      expect([x, y]).toEqual([0, 0]);
    }
  });

  it("are nested, with the bark outermost and separate from the last green ring", () => {
    const rings = growRings({ count: 32, radius, seed: 10 });
    for (let turn = 0; turn < 1; turn += 1 / 24) {
      const reach = rings.map((ring) => Math.hypot(...ringPoint(ring, turn)));
      const gaps = reach.slice(11).map((each, at) => each - (reach[at + 10] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThan(6);
    }
  });

  it("reach the requested radius, within the amplitude of their waves", () => {
    const bark = growRings({ count: 32, radius, seed: 10 }).at(-1) ?? { corners: [] };
    const reaches = Array.from({ length: 24 }, (_, at) => Math.hypot(...ringPoint(bark, at / 24)));
    const mean = reaches.reduce((sum, each) => sum + each, 0) / reaches.length;
    expect(Math.abs(mean - radius)).toBeLessThan(radius * 0.01);
  });
});

function subpaths(path: string): string[] {
  return path.match(/[Mm][^Mm]*/g) ?? [];
}

/** The end point of a single ring relative to its start. */
function walk(path: string): [x: number, y: number] {
  const [, quadratic = "", smooth = ""] = /q([^t]*)t(.*)$/.exec(path) ?? [];
  const numbers = (text: string): number[] => (text.match(/-?\d+/g) ?? []).map(Number);
  const steps = [...numbers(quadratic).slice(2), ...numbers(smooth)];
  const sum = (offset: number): number =>
    steps.filter((_, at) => at % 2 === offset).reduce((total, step) => total + step, 0);
  return [sum(0), sum(1)];
}
