import { formatNumber, type Section } from "../../bench/report.ts";

/** What `npm run bench -- --json` writes. */
type BenchResults = {
  conditions: { date: string; commit: string; machine: string };
  sections: readonly Section[];
};

/** The figures of one run that docs/performance.md compares. */
export type Figures = {
  date: string;
  commit: string;
  machine: string;
  values: Readonly<Record<string, number>>;
};

type Measure = {
  what: string;
  goal: string;
  /** The section and the line of the benchmark. */
  section: string;
  line: string;
  read(values: Readonly<Record<string, number>>): number | undefined;
  unit?: string;
};

const ratio: Measure["read"] = (values) => values["ratio"];

/** In the order of the table. */
const measures: readonly Measure[] = [
  {
    what: "Home page: requests per second, share of a bare Node server with the same bytes",
    goal: "at least 0.85",
    section: "Home page under load",
    line: "Requests per second, 32 connections",
    read: ratio,
  },
  {
    what: "Home page: 99th percentile of the response time, times that of the bare server",
    goal: "at most 2",
    section: "Home page under load",
    line: "Response time, 99th percentile",
    read: ({ p99Ms = Number.NaN, bareP99Ms = Number.NaN }) => p99Ms / bareP99Ms,
  },
  {
    what: "Home page: requests per second with two processes, times those of one",
    goal: "at least 1.8",
    section: "Home page under load, with two processes",
    line: "Requests per second, 32 connections",
    read: ratio,
  },
  {
    what: "Home page: first paint on a slow phone, times that of an empty page",
    goal: "at most 1.25",
    section: "First paint",
    line: "First paint of the home page on a slow phone",
    read: ratio,
  },
  {
    what: "Home page: document with styles and headers",
    goal: "at most 14,000",
    section: "Home page",
    line: "HTML with its styles and headers, as sent",
    read: ({ wireBytes }) => wireBytes,
    unit: "B",
  },
  {
    what: "Assessments stored per second, share of the same statements sent by the driver alone",
    goal: "at least 0.6",
    section: "Assessments under load",
    line: "The same statements by the driver alone",
    read: ratio,
  },
  {
    what: "Assessments: 99th percentile of the response time",
    goal: "",
    section: "Assessments under load",
    line: "Response time, 99th percentile",
    read: ({ p99Ms }) => p99Ms,
    unit: "ms",
  },
  {
    what: "Publication: capture of all pages for the record",
    goal: "at most 2,000",
    section: "Publication of a change",
    line: "Capture of all pages",
    read: ({ renderMs = Number.NaN, storeMs = Number.NaN }) => renderMs + storeMs,
    unit: "ms",
  },
  {
    what: "Start to the first answer, with an existing database",
    goal: "below 500",
    section: "Start",
    line: "Later starts",
    read: ({ medianMs }) => medianMs,
    unit: "ms",
  },
  {
    what: "Memory of the server after the load of the home page",
    goal: "below 120",
    section: "Home page under load",
    line: "Memory of the server afterward",
    read: ({ rssMiB }) => rssMiB,
    unit: "MiB",
  },
];

/** Selects the figures of a run. A measurement that did not run has none. */
export function selectFigures({ conditions: { date, commit, machine }, sections }: BenchResults): Figures {
  const found = measures.flatMap(({ what, section, line, read }): [string, number][] => {
    const lines = sections.find(({ title }) => title === section)?.lines ?? [];
    const measured = lines.find((each) => each.what === line);
    const value = measured?.kind === "measured" ? read(measured.values) : undefined;
    return value === undefined || Number.isNaN(value) ? [] : [[what, Math.round(value * 1_000) / 1_000]];
  });
  return { date, commit, machine, values: Object.fromEntries(found) };
}

const start = "<!-- The table is written by npm run prove from docs/benchmarks.json. -->";
const end = "<!-- End of the table. -->";

/** Replaces the table in the document. @throws if the document has no place for it */
export function replaceTable(document: string, figures: { before: Figures; now: Figures }): string {
  const [head, rest] = document.split(start);
  const tail = rest?.split(end)[1];
  if (head === undefined || tail === undefined) {
    throw new Error("docs/performance.md has no place for the table.");
  }
  return [head, start, "\n\n", describeRuns(figures), "\n", end, tail].join("");
}

function describeRuns({ before, now }: { before: Figures; now: Figures }): string {
  const rows = measures.map(({ what, goal, unit = "" }) => {
    const show = ({ values: { [what]: value } }: Figures): string =>
      value === undefined ? "not measured" : `${formatNumber(value)} ${unit}`.trim();
    return `| ${what} | ${`${goal} ${goal === "" ? "" : unit}`.trim()} | ${show(before)} | ${show(now)} |`;
  });
  return [
    `- Before: ${describeRun(before)}`,
    `- Now: ${describeRun(now)}`,
    "",
    "| measure | goal | before | now |",
    "| --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

function describeRun({ date, commit, machine }: Figures): string {
  // Two lines, because the formatter would wrap a longer one.
  return `${date.slice(0, 10)}, ${commit}\n  - ${machine}`;
}
