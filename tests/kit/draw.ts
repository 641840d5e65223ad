/** Returns a function that draws a whole number from 0 up to, and without, a count. The numbers are the same in every run. */
export function createDraw(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}
