/** One line of the bench: what was measured, in words for people and as numbers for programs. */
export type Line =
  | {
      kind: "measured";
      what: string;
      /** For people: the figure with its unit, and what it is to be read beside. */
      result: string;
      /** The same figures by name; the name ends in the unit. */
      values: Readonly<Record<string, number>>;
      limit?: Limit;
    }
  | { kind: "not-run"; what: string; because: string }
  | { kind: "failed"; what: string; because: string };

/** What a figure has to keep to. Times have none: they belong to the machine. */
export type Limit = { words: string; holds: boolean };

export type Section = { title: string; lines: readonly Line[] };

/** A limit on bytes, requests or shift. */
export function atMost(value: number, most: number, unit = ""): Limit {
  return { words: `at most ${formatNumber(most)}${unit}`, holds: value <= most };
}

/** Whether everything was measured or said to be left out, and every limit holds. */
export function isSound(sections: readonly Section[]): boolean {
  return sections.every(({ lines }) =>
    lines.every(
      (line) => line.kind === "not-run" || (line.kind === "measured" && line.limit?.holds !== false),
    ),
  );
}

/** What a line says in one sentence, without its name. */
export function describeLine(line: Line): string {
  if (line.kind === "not-run") return `NOT RUN: ${line.because}`;
  if (line.kind === "failed") return `FAILED: ${line.because}`;
  if (line.limit === undefined) return line.result;
  return `${line.result}; ${line.limit.words}: ${line.limit.holds ? "holds" : "DOES NOT HOLD"}`;
}

/** The sections as a table for a terminal. */
export function printSections(sections: readonly Section[]): string {
  const width = Math.max(...sections.flatMap(({ lines }) => lines.map(({ what }) => what.length)));
  return sections
    .map(({ title, lines }) => {
      const rows = lines.map((line) => `  ${line.what.padEnd(width)}  ${describeLine(line)}`);
      return [title, ...rows, ""].join("\n");
    })
    .join("\n");
}

/** 14000 → "14,000"; small figures keep what they need of their fraction. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}
