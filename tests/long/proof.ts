/** One line of the proof: what was tried, and what came of it. */
export type ProofLine = { what: string; result: string };

/** What one program told, and whether it ended well. */
export type ProvedPart = { title: string; lines: readonly ProofLine[]; passed: boolean };

/**
 * The results among what a program printed: lines such as "passed    12.3 s  browser tests" and
 * "NOT RUN: browser tests, because there is no Chromium".
 */
export function resultLines(printed: string): ProofLine[] {
  return printed.split("\n").flatMap((line) => {
    const [, result, seconds, what] = /^(passed|FAILED)\s+([\d.]+) s\s+(.+)$/.exec(line) ?? [];
    if (what !== undefined) return [{ what, result: `${result}, ${seconds} s` }];
    const [, left, because] = /^NOT RUN: (.+?), because (.+)$/.exec(line) ?? [];
    return left === undefined ? [] : [{ what: left, result: `NOT RUN, because ${because}` }];
  });
}

/** The whole of docs/proof.md. */
export function describeProof(proof: {
  began: Date;
  ended: Date;
  conditions: { commit: string; machine: string; programs: string };
  parts: readonly ProvedPart[];
}): string {
  const { began, ended, conditions, parts } = proof;
  const failed = parts.filter(({ passed }) => !passed).map(({ title }) => title);
  return [
    "# Proof",
    "",
    "Written by `npm run prove` and not by hand: what was run, and what came of it.",
    "",
    `- Begun ${began.toISOString()}, ended ${ended.toISOString()}`,
    `- Of ${conditions.commit}`,
    `- On ${conditions.machine}`,
    `- With ${conditions.programs}`,
    `- Outcome: ${failed.length === 0 ? "nothing failed" : `failed in: ${failed.join("; ")}`}`,
    "",
    ...parts.flatMap(({ title, lines }) => [`## ${title}`, "", ...table(lines), ""]),
  ].join("\n");
}

function table(lines: readonly ProofLine[]): string[] {
  const rows = lines.map(({ what, result }) => `| ${cell(what)} | ${cell(result)} |`);
  return ["| Line | Result |", "| --- | --- |", ...rows];
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll(/\s+/g, " ");
}
