import { setTimeout as sleep } from "node:timers/promises";
import { placesIn, readPostmasterFile } from "#embedded-postgres";
import type { Pool } from "pg";
import { type BareLoop, countRows, type StoredTable, withServerDatabase } from "./load/bare-insert.ts";
import type { RecordedStatement } from "./load/record-statements.ts";
import { createReplay } from "./load/replay-statements.ts";
import { type CpuTimes, readCpuTimes, subtractCpuTimes } from "./kit/process-cpu.ts";
import { openConnection } from "./kit/http-connection.ts";
import { type Load, runLoad } from "./load/run-load.ts";
import { canReadMemory, readMemory, processTree } from "./kit/process-memory.ts";
import { type ServerProcess, startSettledServer } from "./kit/server-process.ts";
import { median } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";
import { memoryLine } from "./memory-line.ts";

const connections = 32;
const rounds = 3;

/** A kind of request, and the table that stores it. */
export type StoredRequests = {
  /** Creates a request from a new visitor by its number. */
  requests: (port: number) => Requests | Promise<Requests>;
  table: StoredTable;
  /** The rows that the driver alone stores for comparison. */
  bare: BareLoop;
  /** The number of rows per request, by default one. */
  rowsEach?: number;
  /** Stores and records the statements of two requests, which the driver alone then sends for comparison. */
  record?: (pool: Pool) => Promise<[RecordedStatement[], RecordedStatement[]]>;
};

type Requests = (number: number) => string;

/**
 * Measures how many requests are stored per second, compared with a loop that only stores rows of the same width through the same driver
 * into the same database, one at a time. Also measures the memory of server and database before and after.
 */
export async function measureStoringLoad(storing: StoredRequests): Promise<Line[]> {
  const server = await startSettledServer();
  try {
    await withServerDatabase(server.dataDir, (pool) => storing.bare.createTable(pool));
    const idle = await memoryLines(server, "idle");
    const results = await loadInTurns(server, storing);
    const after = await memoryLines(server, "after the load");
    return [
      ...describe(results, storing),
      ...describeReplay(results),
      cpuLine(results),
      await rowsLine(server, results, storing),
      ...idle,
      ...after,
    ];
  } finally {
    await server.stop();
  }
}

type Results = {
  accepted: number;
  refused: number;
  ours: Load[];
  bare: Load[];
  /** The same statements through the driver alone, and the requests whose statements were recorded. */
  replayed: Load[];
  recorded: number;
  /** CPU time while requests were stored. */
  serverMs: number;
  databaseMs: number;
};

/** Alternates between both, so that other load on the machine affects them equally. */
async function loadInTurns(
  server: ServerProcess,
  { requests, bare, record }: StoredRequests,
): Promise<Results> {
  const results: Results = {
    accepted: 0,
    refused: 0,
    ours: [],
    bare: [],
    replayed: [],
    recorded: 0,
    serverMs: 0,
    databaseMs: 0,
  };
  const post = await requests(server.port);
  let sent = 0;
  const next = (): string => post((sent += 1));
  await loadServer(server, 1_000, results, next);
  const recordings = record && (await withServerDatabase(server.dataDir, record));
  results.recorded = recordings?.length ?? 0;
  const replay = recordings && createReplay(recordings);
  // Numbers that no request of this run has.
  let replayed = 60_000;
  for (let round = 0; round < rounds; round += 1) {
    const readCpu = await prepareCpu(server);
    results.ours.push(await loadServer(server, 4_000, results, next));
    const { serverMs, databaseMs } = readCpu();
    results.serverMs += serverMs;
    results.databaseMs += databaseMs;
    results.bare.push(await loadDriver(server, bare.store, 3_000));
    if (replay !== undefined) {
      const send = (pool: Pool): Promise<void> => replay(pool, (replayed += 1));
      results.replayed.push(await loadDriver(server, send, 3_000));
    }
  }
  return results;
}

/** @returns reads the CPU time since this call, not a number if the system does not report it */
async function prepareCpu({ pid, dataDir }: ServerProcess) {
  const database = (await readPostmasterFile(placesIn(dataDir).pgData))?.pid;
  const readBoth = (): (CpuTimes | undefined)[] => [
    readCpuTimes([pid]),
    readCpuTimes(database === undefined ? [] : processTree(database)),
  ];
  const before = readBoth();
  return () => {
    const [serverMs = Number.NaN, databaseMs = Number.NaN] = readBoth().map((after, index) => {
      const earlier = before[index];
      return after && earlier && subtractCpuTimes(after, earlier);
    });
    return { serverMs, databaseMs };
  };
}

async function loadServer(
  { port }: ServerProcess,
  forMs: number,
  results: Results,
  next: () => string,
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  try {
    return await runLoad({
      workers: connections,
      forMs,
      work: async (worker) => {
        const answer = await open[worker]?.send(next());
        if (answer?.status === 200 || answer?.status === 202) results.accepted += 1;
        else results.refused += 1;
      },
    });
  } finally {
    for (const connection of open) connection.close();
  }
}

/** Runs as many loops and connections as the server has. */
function loadDriver(
  { dataDir }: ServerProcess,
  store: (pool: Pool, number: number) => Promise<unknown>,
  forMs: number,
): Promise<Load> {
  return withServerDatabase(dataDir, (pool) =>
    runLoad({
      workers: connections,
      forMs,
      work: async (_worker, round) => void (await store(pool, round)),
    }),
  );
}

function describe({ ours, bare }: Results, { rowsEach = 1 }: StoredRequests): Line[] {
  const middle = (loads: Load[], figure: "perSecond" | "p50Ms" | "p99Ms"): number =>
    median(loads.map((load) => load[figure]));
  const requestsPerSecond = middle(ours, "perSecond");
  const [perSecond, barePerSecond] = [requestsPerSecond * rowsEach, middle(bare, "perSecond")];
  const inRequests = rowsEach === 1 ? "" : `, in ${formatNumber(requestsPerSecond)} requests`;
  const [p99Ms, bareP99Ms] = [middle(ours, "p99Ms"), middle(bare, "p99Ms")];
  const ratio = perSecond / barePerSecond;
  return [
    {
      kind: "measured",
      what: `Stored per second, ${connections} connections`,
      result: `${formatNumber(perSecond)}${inRequests}; rows of the same width by the driver alone, one at a time, ${formatNumber(barePerSecond)}; ratio ${formatNumber(ratio)}`,
      values: { perSecond, barePerSecond, ratio },
    },
    {
      kind: "measured",
      what: "Response time, 99th percentile",
      result: `${formatNumber(p99Ms)} ms; driver alone ${formatNumber(bareP99Ms)} ms`,
      values: { p50Ms: middle(ours, "p50Ms"), p99Ms, bareP50Ms: middle(bare, "p50Ms"), bareP99Ms },
    },
  ];
}

function describeReplay({ ours, replayed }: Results): Line[] {
  if (replayed.length === 0) return [];
  const middle = (loads: Load[]): number => median(loads.map(({ perSecond }) => perSecond));
  const [perSecond, replayedPerSecond] = [middle(ours), middle(replayed)];
  const ratio = perSecond / replayedPerSecond;
  return [
    {
      kind: "measured",
      what: "The same statements by the driver alone",
      result: `${formatNumber(replayedPerSecond)} requests per second; ratio ${formatNumber(ratio)}`,
      values: { replayedPerSecond, ratio },
    },
  ];
}

/** Other load on the machine changes CPU time less than rates. */
function cpuLine({ ours, serverMs, databaseMs }: Results): Line {
  const what = "CPU time per request";
  const requests = ours.reduce((sum, { done }) => sum + done, 0);
  const [server, database] = [serverMs / requests, databaseMs / requests];
  if (Number.isNaN(server)) {
    return { kind: "not-run", what, because: "this system does not report the CPU time of processes" };
  }
  return {
    kind: "measured",
    what,
    result: `server ${formatNumber(server)} ms, database ${formatNumber(database)} ms`,
    values: { serverMs: server, databaseMs: database },
  };
}

/** Checks that each 200 response has its rows, that each row had a response, and that there were no other responses. */
async function rowsLine(
  { dataDir }: ServerProcess,
  { accepted, refused, replayed, recorded }: Results,
  { table, rowsEach = 1 }: StoredRequests,
): Promise<Line> {
  const rows = await withServerDatabase(dataDir, (pool) => countRows(pool, table));
  const others = replayed.reduce((sum, { done }) => sum + done, recorded);
  const acknowledged = accepted * rowsEach + others;
  return {
    kind: "measured",
    what: "Rows stored and rows acknowledged",
    result: `${formatNumber(rows)} and ${formatNumber(acknowledged)}; other responses ${formatNumber(refused)}`,
    values: { rows, acknowledged, refused },
    limit: { words: "equal numbers and no other responses", holds: rows === acknowledged && refused === 0 },
  };
}

/** Waits two seconds, until short-lived memory is released. */
async function memoryLines({ pid, dataDir }: ServerProcess, when: string): Promise<Line[]> {
  await sleep(2_000);
  const database = (await readPostmasterFile(placesIn(dataDir).pgData))?.pid;
  const tree = database === undefined ? [] : processTree(database);
  if (tree.length === 0 || !canReadMemory([pid, ...tree])) {
    const because = "this system does not report the memory of processes";
    return [{ kind: "not-run", what: `Memory, ${when}`, because }];
  }
  return [
    memoryLine(`Memory of the server, ${when}`, readMemory([pid])),
    memoryLine(`Memory of the database (${tree.length} processes), ${when}`, readMemory(tree)),
  ];
}
