import { readSource } from "#tests/fences/source-files.ts";

/** The record of all departures from the specification. */
export const departuresRecord = "docs/decisions/0028-departures-from-the-specification.md";

/** The rows of its table: number and specified behavior. */
export const departures: readonly { number: number; specified: string; more: string }[] = readSource(
  departuresRecord,
)
  .split("\n")
  .flatMap((line) => {
    const [, number = "", specified = "", , , more = ""] = line.split("|").map((cell) => cell.trim());
    return /^\d+$/.test(number) ? [{ number: Number(number), specified, more }] : [];
  });
