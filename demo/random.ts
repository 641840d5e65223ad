/** Chance that falls the same way each time: the demo is the same year for everybody who looks at it. */
export type Dice = {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  /** Whether something happens that happens with this share. */
  happens(share: number): boolean;
  one<Value>(of: readonly Value[]): Value;
  /** One of some values, each as likely as its weight says. */
  weighted<Value>(of: readonly (readonly [Value, number])[]): Value;
};

/**
 * Mulberry32: thirty-two bits of state, which is enough to look like chance.
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
    if (value === undefined) throw new Error("There was nothing to choose from.");
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
