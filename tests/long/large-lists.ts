import { timeLists, timePages, takeExport, type Times } from "../../bench/staff-lists.ts";
import { timeFollowUp } from "../../bench/follow-up.ts";
import { largeDataSet } from "../../bench/load/fill-lists.ts";
import { type StaffArea, openStaffArea } from "../../bench/open-staff-area.ts";
import { check, NotRun } from "./check.ts";
import { openInSpreadsheet } from "./spreadsheet.ts";

// Measures the lists with a million visits, 100,000 assessments and five million events: the time of each query and page, and the memory of
// an export of five million rows. Then opens exports with difficult values in a spreadsheet program.

const maxP95Ms = 300;
const maxFollowUpP95Ms = 200;
/** Small enough to exhaust the heap if an export kept its rows in memory. */
const heapMiB = 256;
/** Includes the program and buffered output. */
const maxMiB = 2 * heapMiB;

let staffArea: StaffArea | undefined;
const opened = (): StaffArea => {
  if (staffArea === undefined) throw new NotRun("the data could not be stored");
  return staffArea;
};

try {
  await check("Store a million visits, 100,000 assessments and five million events", async () => {
    staffArea = await openStaffArea(largeDataSet, { NODE_OPTIONS: `--max-old-space-size=${heapMiB}` });
    return undefined;
  });
  await check("Queries of every list with all filters", async () => checkTimes(await timeLists(opened())));
  await check("Rendered pages of the lists", async () => checkTimes(await timePages(opened())));
  await check("Queue, people and sources", async () =>
    checkTimes(
      (await timeFollowUp(opened())).filter(({ name }) => name.endsWith("all of these")),
      maxFollowUpP95Ms,
    ),
  );
  await check("Export of all visits", () => checkExport("/api/exports/visitors.csv"));
  await check("Raw export of all tracking events", () => checkExport("/api/exports/tracking.csv", "POST"));
} finally {
  await staffArea?.close();
}
await check("Exports opened by a spreadsheet program", openInSpreadsheet);

function checkTimes(found: readonly Times[], max = maxP95Ms): string {
  const words = found.map(
    ({ name, answers, p50Ms, p95Ms, slowestMs, slowest }) =>
      `${name}: p50 ${p50Ms.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms of ${answers}, slowest ${slowestMs.toFixed(0)} ms (${slowest})`,
  );
  const tooSlow = found.filter(({ p95Ms }) => p95Ms > max).map(({ name }) => name);
  if (tooSlow.length > 0) throw new Error(`Above ${max} ms: ${tooSlow.join(", ")}. ${words.join("; ")}`);
  return words.join("; ");
}

async function checkExport(path: string, method?: "POST"): Promise<string> {
  const { records, MiB, seconds, memory } = await takeExport(opened(), path, method);
  const words = `${records} records, ${MiB.toFixed(0)} MiB in ${seconds.toFixed(0)} s`;
  if (memory === undefined) return `${words}; this system does not report the memory of processes`;
  const needs = `${words}; server ${memory.beforeMiB.toFixed(0)} MiB before, ${memory.peakMiB.toFixed(0)} MiB at most`;
  if (memory.peakMiB > maxMiB) throw new Error(`The server used more than ${maxMiB} MiB: ${needs}`);
  return needs;
}
