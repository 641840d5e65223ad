/** Seeded random numbers, so that the demo is always the same. */
export type Dice = {
  /** At least 0 and less than 1. */
  next(): number;
  /** An integer, both ends included. */
  between(least: number, most: number): number;
  /** True with the given probability. */
  happens(share: number): boolean;
  one<Value>(of: readonly Value[]): Value;
  /** One of the values, by weight. */
  weighted<Value>(of: readonly (readonly [Value, number])[]): Value;
};

/**
 * Mulberry32, with 32 bits of state, which is enough for a demo.
 * @see https://github.com/bryc/code/blob/master/jshash/PRNGs.md
 */
export function createRandom(seed: number): Dice {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const found = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error("The list of values is empty.");
    return value;
  };
  return {
    next,
    between,
    happens: (share) => next() < share,
    one: (of) => found(of[between(0, of.length - 1)]),
    weighted(of) {
      let left = next() * of.reduce((sum, [, weight]) => sum + weight, 0);
      const hit = of.find(([, weight]) => (left -= weight) < 0) ?? of.at(-1);
      return found(hit)[0];
    },
  };
}
