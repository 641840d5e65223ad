import { demoIdPrefix } from "#app/people/profile/demo-id.ts";

/** Creates an id for a demo row. @param random from 0 to 1, different for each id */
export function demoId(random: () => number): string {
  const digits = (count: number): string =>
    Math.floor(random() * 16 ** count)
      .toString(16)
      .padStart(count, "0");
  return `${demoIdPrefix}-${digits(4)}-8${digits(3)}-8${digits(3)}-${digits(6)}${digits(6)}`;
}
