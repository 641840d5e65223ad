import { setTimeout as sleep } from "node:timers/promises";
import { openQueries } from "#app/data/connection/open-pool.server.ts";
import type { Amounts } from "./load/fill-lists.ts";
import { listQuestions, type MeasuredList } from "./load/list-questions.ts";
import { listAssessments } from "#app/assessments/lists/list-assessments.server.ts";
import { listSignups } from "#app/events/lists/list-signups.server.ts";
import { listTrackingEvents } from "#app/tracking/lists/list-tracking-events.server.ts";
import { listVisitors } from "#app/tracking/lists/list-visitors.server.ts";
import { type Desk, openDesk } from "./open-desk.ts";
import { percentile } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

/** A fifth of the largest practice that is proved (`tests/long/desk-lists.ts`): filling it takes half a minute. */
const amounts: Amounts = { visits: 200_000, assessments: 20_000, signups: 10_000, trackingEvents: 1_000_000 };

const lists: readonly MeasuredList[] = [
  { name: "assessments", query: listAssessments },
  { name: "sign-ups", query: listSignups },
  { name: "visitors", query: listVisitors },
  { name: "tracking events", query: listTrackingEvents },
];

/** How fast the lists of the desk answer, whatever is asked of them, and how fast a million rows leave, with what memory. */
export async function measureDeskLists(): Promise<Line[]> {
  const desk = await openDesk(amounts);
  try {
    const held = `${formatNumber(amounts.visits)} visits, ${formatNumber(amounts.trackingEvents)} events`;
    return [
      ...(await timeLists(desk)).map((times) =>
        timesLine(`List of ${times.name} in the database, ${held}`, times),
      ),
      ...(await timePages(desk)).map((times) => timesLine(`Page ${times.name}, whole`, times)),
      exportLine(await takeExport(desk, "/api/exports/tracking.csv")),
      exportLine(await takeExport(desk, "/api/exports/tracking.csv", "POST")),
    ];
  } finally {
    await desk.close();
  }
}

/** What some answers took, in milliseconds. */
export type Times = {
  name: string;
  answers: number;
  p50Ms: number;
  p95Ms: number;
  slowestMs: number;
  slowest: string;
};

/** Asks every list everything, each on its first page, on one deep down, and on the one above that. */
export function timeLists(desk: Desk): Promise<Times[]> {
  return desk.inDatabase(async (pool) => {
    const db = openQueries(pool);
    const questions = await listQuestions(pool, lists);
    const found: Times[] = [];
    for (const { name } of lists) {
      const answers: { ms: number; asked: string }[] = [];
      for (const { asked, read } of questions.filter(({ list }) => list === name)) {
        for (const ms of await read(db)) answers.push({ ms, asked: JSON.stringify(asked) });
      }
      found.push(timesOf(name, answers));
    }
    return found;
  });
}

/** Pages as a browser asks for them, with the session looked up and the page rendered. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  "/admin/assessments": [
    "",
    "?search=example",
    "?search=lead471%40",
    "?level=Exit+Ready&sort=highest",
    "?sort=name",
  ],
  "/admin/signups": ["", "?search=smith&state=seat", "?sort=name"],
  "/admin/visitors": ["", "?source=Direct", "?class=person", "?search=example&class=machine", "?sort=oldest"],
  "/admin/tracking": ["", "?page=%2F", "?type=booking_click", "?from=2025-01-01&page=%2Fold-page-7"],
};

const rounds = 10;

export async function timePages(desk: Desk): Promise<Times[]> {
  const found: Times[] = [];
  for (const [path, queries] of Object.entries(addresses)) {
    const answers: { ms: number; asked: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const query of queries) {
        const began = performance.now();
        await (await desk.ask(path + query)).text();
        // The first asks for what the others then find ready.
        if (round > 0) answers.push({ ms: performance.now() - began, asked: path + query });
      }
    }
    found.push(timesOf(path, answers));
  }
  return found;
}

function timesOf(name: string, answers: readonly { ms: number; asked: string }[]): Times {
  const times = answers.map(({ ms }) => ms);
  const slowestMs = Math.max(...times);
  return {
    name,
    answers: answers.length,
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    slowestMs,
    slowest: answers.find(({ ms }) => ms === slowestMs)?.asked ?? "",
  };
}

/** An export that was read to its end. */
export type TakenExport = {
  path: string;
  records: number;
  MiB: number;
  seconds: number;
  /** Of the server's process, before and at most meanwhile; undefined where the system does not tell. */
  memory: { beforeMiB: number; peakMiB: number } | undefined;
};

/** Reads an export and throws it away, as fast as it comes. @throws where it does not hold what its header says */
export async function takeExport(
  desk: Desk,
  path: string,
  /** POST returns the raw variant. */
  method: "GET" | "POST" = "GET",
): Promise<TakenExport> {
  const beforeMiB = desk.memoryMiB();
  let peakMiB = beforeMiB ?? 0;
  const watch = new AbortController();
  const watching = (async () => {
    while (!watch.signal.aborted) {
      peakMiB = Math.max(peakMiB, desk.memoryMiB() ?? 0);
      await sleep(200);
    }
  })();
  const began = performance.now();
  const response = await desk.ask(path, method);
  const told = Number(response.headers.get("x-record-count"));
  let [bytes, lineEnds] = [0, 0];
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lineEnds += 1;
  }
  const seconds = (performance.now() - began) / 1000;
  watch.abort();
  await watching;
  if (lineEnds !== told + 1) throw new Error(`${path} holds ${lineEnds - 1} records and says ${told}.`);
  const memory = beforeMiB === undefined ? undefined : { beforeMiB, peakMiB };
  return { path, records: told, MiB: bytes / 2 ** 20, seconds, memory };
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
      ? "memory not told by this system"
      : `server ${formatNumber(memory.beforeMiB)} MiB before, ${formatNumber(memory.peakMiB)} MiB at most`;
  return {
    kind: "measured",
    what: `Export ${path}, ${formatNumber(records)} records, ${formatNumber(MiB)} MiB`,
    result: `${formatNumber(perSecond)} records/s, ${needs}`,
    values: { perSecond, records, MiB, ...memory },
  };
}
