import { setTimeout as sleep } from "node:timers/promises";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import type { Amounts } from "./load/fill-lists.ts";
import { listQueries, type MeasuredList } from "./load/list-queries.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listPeople } from "#app/people/lists/list-people.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import { type StaffArea, openStaffArea } from "./open-staff-area.ts";
import { percentile } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

/** A fifth of the data in `tests/long/large-lists.ts`, which takes half a minute to store. */
const amounts: Amounts = { visits: 200_000, assessments: 20_000, signups: 10_000, trackingEvents: 1_000_000 };

const lists: readonly MeasuredList[] = [
  { name: "assessments", query: listAssessments },
  { name: "sign-ups", query: listSignups },
  { name: "people", query: listPeople },
  { name: "visitors", query: listVisitors },
  { name: "tracking events", query: listTrackingEvents },
];

/** Measures the lists of the staff area with all filters, and the time and memory of an export of a million rows. */
export async function measureStaffLists(): Promise<Line[]> {
  const staffArea = await openStaffArea(amounts);
  try {
    const data = `${formatNumber(amounts.visits)} visits, ${formatNumber(amounts.trackingEvents)} events`;
    return [
      ...(await timeLists(staffArea)).map((times) =>
        timesLine(`List of ${times.name} in the database, ${data}`, times),
      ),
      ...(await timePages(staffArea)).map((times) => timesLine(`Page ${times.name}, whole`, times)),
      exportLine(await takeExport(staffArea, "/api/exports/tracking.csv")),
      exportLine(await takeExport(staffArea, "/api/exports/tracking.csv", "POST")),
    ];
  } finally {
    await staffArea.close();
  }
}

/** Response times in milliseconds. */
export type Times = {
  name: string;
  answers: number;
  p50Ms: number;
  p95Ms: number;
  slowestMs: number;
  slowest: string;
};

/** Runs every query of every list for its first page, a deep page and the page before that. */
export function timeLists(staffArea: StaffArea): Promise<Times[]> {
  return staffArea.inDatabase(async (pool) => {
    const db = openQueries(pool);
    const measured = await listQueries(pool, lists);
    const found: Times[] = [];
    for (const { name } of lists) {
      const answers: { ms: number; query: string }[] = [];
      for (const { query, read } of measured.filter(({ list }) => list === name)) {
        for (const ms of await read(db)) answers.push({ ms, query: JSON.stringify(query) });
      }
      found.push(summarizeTimes(name, answers));
    }
    return found;
  });
}

/** Requests pages as a browser does, with session lookup and rendering. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  "/admin/assessments": [
    "",
    "?search=example",
    "?search=lead471%40",
    "?level=Exit+Ready&sort=highest",
    "?sort=name",
  ],
  "/admin/signups": ["", "?search=smith&state=seat", "?sort=name"],
  "/admin/people": [
    "",
    "?search=example",
    "?level=Exit+Ready&sort=score",
    "?consent=call&sort=due",
    "?event=none",
    "?sort=name",
  ],
  "/admin/visitors": ["", "?source=Direct", "?class=person", "?search=example&class=machine", "?sort=oldest"],
  "/admin/tracking": ["", "?page=%2F", "?type=booking_click", "?from=2025-01-01&page=%2Fold-page-7"],
};

const rounds = 10;

export async function timePages(staffArea: StaffArea): Promise<Times[]> {
  const found: Times[] = [];
  for (const [path, queries] of Object.entries(addresses)) {
    const answers: { ms: number; query: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const query of queries) {
        const began = performance.now();
        await (await staffArea.ask(path + query)).text();
        // The first request warms caches.
        if (round > 0) answers.push({ ms: performance.now() - began, query: path + query });
      }
    }
    found.push(summarizeTimes(path, answers));
  }
  return found;
}

export function summarizeTimes(name: string, answers: readonly { ms: number; query: string }[]): Times {
  const times = answers.map(({ ms }) => ms);
  const slowestMs = Math.max(...times);
  return {
    name,
    answers: answers.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    slowestMs,
    slowest: answers.find(({ ms }) => ms === slowestMs)?.query ?? "",
  };
}

/** A completely read export. */
export type TakenExport = {
  path: string;
  records: number;
  MiB: number;
  seconds: number;
  /** The memory of the server process before and at its peak; undefined if the system does not report it. */
  memory: { beforeMiB: number; peakMiB: number } | undefined;
};

/**
 * Reads an export as fast as it arrives and discards it.
 * @throws if the number of records differs from the header
 */
export async function takeExport(
  staffArea: StaffArea,
  path: string,
  /** POST returns the raw variant. */
  method: "GET" | "POST" = "GET",
): Promise<TakenExport> {
  const beforeMiB = staffArea.memoryMiB();
  let peakMiB = beforeMiB ?? 0;
  const watch = new AbortController();
  const watching = (async () => {
    while (!watch.signal.aborted) {
      peakMiB = Math.max(peakMiB, staffArea.memoryMiB() ?? 0);
      await sleep(200);
    }
  })();
  const began = performance.now();
  const response = await staffArea.ask(path, method);
  const expected = Number(response.headers.get("x-record-count"));
  let [bytes, lineEnds] = [0, 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lineEnds += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  watch.abort();
  await watching;
  if (lineEnds !== expected + 1) {
    throw new Error(`${path} has ${lineEnds - 1} records instead of ${expected}.`);
  }
  const memory = beforeMiB === undefined ? undefined : { beforeMiB, peakMiB };
  return { path, records: expected, MiB: bytes / 2 ** 20, seconds, memory };
}

function timesLine(what: string, { answers, p50Ms, p95Ms, slowestMs }: Times): Line {
  return {
    kind: "measured",
    what,
    result: `p50 ${formatNumber(p50Ms)} ms, p95 ${formatNumber(p95Ms)} ms, slowest ${formatNumber(slowestMs)} ms of ${formatNumber(answers)}`,
    values: { p50Ms, p95Ms, slowestMs, answers },
  };
}

function exportLine({ path, records, MiB, seconds, memory }: TakenExport): Line {
  const perSecond = records / seconds;
  const needs =
    memory === undefined
      ? "memory not reported by this system"
      : `server ${formatNumber(memory.beforeMiB)} MiB before, ${formatNumber(memory.peakMiB)} MiB at peak`;
  return {
    kind: "measured",
    what: `Export ${path}, ${formatNumber(records)} records, ${formatNumber(MiB)} MiB`,
    result: `${formatNumber(perSecond)} records/s, ${needs}`,
    values: { perSecond, records, MiB, ...memory },
  };
}
