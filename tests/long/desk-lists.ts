import { timeLists, timePages, takeExport, type Times } from "../../bench/desk-lists.ts";
import { largePractice } from "../../bench/load/fill-lists.ts";
import { type Desk, openDesk } from "../../bench/open-desk.ts";
import { check, NotRun } from "./check.ts";
import { openInSpreadsheet } from "./spreadsheet.ts";

// The lists of the desk with a million visits, 100,000 assessments and five million events: how fast each answers whatever is asked of
// it, and what an export of five million rows needs. Then exports with everything that breaks files, opened by a spreadsheet program.

const mostMs = 300;
/** Rows that were kept would fill it many times over, and the server would end. */
const heapMiB = 256;
/** With the program itself, and what waits to be sent. */
const mostMiB = 2 * heapMiB;

let desk: Desk | undefined;
const opened = (): Desk => {
  if (desk === undefined) throw new NotRun("there was nothing to ask");
  return desk;
};

try {
  await check("A million visits, 100,000 assessments and five million events are there", async () => {
    desk = await openDesk(largePractice, { NODE_OPTIONS: `--max-old-space-size=${heapMiB}` });
    return undefined;
  });
  await check("Every list, asked everything, in the database", async () => judge(await timeLists(opened())));
  await check("Pages of the lists, whole", async () => judge(await timePages(opened())));
  await check("Export of all visits", () => judgeExport("/api/exports/visitors.csv"));
  await check("Export of all tracking events, for machines", () =>
    judgeExport("/api/exports/tracking.csv", "POST"),
  );
} finally {
  await desk?.close();
}
await check("Exports opened by a spreadsheet program", openInSpreadsheet);

function judge(found: readonly Times[]): string {
  const words = found.map(
    ({ name, answers, p50Ms, p95Ms, slowestMs, slowest }) =>
      `${name}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms of ${answers}, slowest ${slowestMs.toFixed(0)} ms (${slowest})`,
  );
  const tooSlow = found.filter(({ p95Ms }) => p95Ms > mostMs).map(({ name }) => name);
  if (tooSlow.length > 0) throw new Error(`Above ${mostMs} ms: ${tooSlow.join(", ")}. ${words.join("; ")}`);
  return words.join("; ");
}

async function judgeExport(path: string, method?: "POST"): Promise<string> {
  const { records, MiB, seconds, memory } = await takeExport(opened(), path, method);
  const words = `${records} records, ${MiB.toFixed(0)} MiB in ${seconds.toFixed(0)} s`;
  if (memory === undefined) return `${words}; this system does not tell what its processes need`;
  const needs = `${words}; server ${memory.beforeMiB.toFixed(0)} MiB before, ${memory.mostMiB.toFixed(0)} MiB at most`;
  if (memory.mostMiB > mostMiB) throw new Error(`It needed more than ${mostMiB} MiB: ${needs}`);
  return needs;
}
