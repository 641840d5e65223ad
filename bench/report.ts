/** One measurement, as text and as numbers. */
export type Line =
  | {
      kind: "measured";
      what: string;
      /** The figure as text, with its unit and comparison values. */
      result: string;
      /** The same figures by name. Names end with the unit. */
      values: Readonly<Record<string, number>>;
      limit?: Limit;
    }
  | { kind: "not-run"; what: string; because: string }
  | { kind: "failed"; what: string; because: string };

/** The limit of a figure. Times have none, because they depend on the machine. */
export type Limit = { words: string; holds: boolean };

export type Section = { title: string; lines: readonly Line[] };

/** A limit on bytes, requests or shift. */
export function atMost(value: number, max: number, unit = ""): Limit {
  return { words: `at most ${formatNumber(max)}${unit}`, holds: value <= max };
}

/** Whether every measurement succeeded or was skipped with a reason, and every limit holds. */
export function isSuccessful(sections: readonly Section[]): boolean {
  return sections.every(({ lines }) =>
    lines.every(
      (line) => line.kind === "not-run" || (line.kind === "measured" && line.limit?.holds !== false),
    ),
  );
}

/** Describes a line without its name. */
export function describeLine(line: Line): string {
  if (line.kind === "not-run") return `NOT RUN: ${line.because}`;
  if (line.kind === "failed") return `FAILED: ${line.because}`;
  if (line.limit === undefined) return line.result;
  return `${line.result}; ${line.limit.words}: ${line.limit.holds ? "holds" : "EXCEEDED"}`;
}

/** Formats the sections as a table for a terminal. */
export function printSections(sections: readonly Section[]): string {
  const width = Math.max(...sections.flatMap(({ lines }) => lines.map(({ what }) => what.length)));
  return sections
    .map(({ title, lines }) => {
      const rows = lines.map((line) => `  ${line.what.padEnd(width)}  ${describeLine(line)}`);
      return [title, ...rows, ""].join("\n");
    })
    .join("\n");
}

/** 14000 → "14,000". Small values keep the necessary decimal places. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  const digits = size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}
