import { setTimeout as sleep } from "node:timers/promises";
import { placesIn, readPostmasterFile } from "#embedded-postgres";
import { type BareLoop, countRows, type StoredTable, withDatabaseOf } from "./load/bare-insert.ts";
import { openConnection } from "./kit/http-connection.ts";
import { type Load, runLoad } from "./load/run-load.ts";
import { canReadMemory, memoryOf, processTree } from "./kit/process-memory.ts";
import { type ServerProcess, startServer } from "./kit/server-process.ts";
import { median } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";
import { memoryLine } from "./memory-line.ts";

const connections = 32;
const rounds = 3;

/** What visitors send, and the table in which it ends. */
export type Storing = {
  /** A request by its number, of somebody who was not there before. */
  requests: (port: number) => Requests | Promise<Requests>;
  table: StoredTable;
  /** What is stored beside it, by the driver alone. */
  bare: BareLoop;
  /** How many rows one request makes; one where nothing is said. */
  rowsEach?: number;
};

type Requests = (number: number) => string;

/**
 * How much is stored for good in a second, with everything that goes with it, beside a loop that only stores rows as wide through
 * the same driver into the same database, one at a time. With it, the memory of server and database before and after.
 */
export async function measureStoringLoad(storing: Storing): Promise<Line[]> {
  const server = await startServer();
  try {
    await withDatabaseOf(server.dataDir, (pool) => storing.bare.makeTable(pool));
    const idle = await memoryLines(server, "idle");
    const results = await loadInTurns(server, storing);
    const after = await memoryLines(server, "after the load");
    return [...describe(results, storing), await rowsLine(server, results, storing), ...idle, ...after];
  } finally {
    await server.stop();
  }
}

type Results = { accepted: number; refused: number; ours: Load[]; bare: Load[] };

/** In turns, so that whatever else the machine does meets both alike. */
async function loadInTurns(server: ServerProcess, { requests, bare }: Storing): Promise<Results> {
  const results: Results = { accepted: 0, refused: 0, ours: [], bare: [] };
  const post = await requests(server.port);
  let sent = 0;
  const next = (): string => post((sent += 1));
  await loadServer(server, 1_000, results, next);
  for (let round = 0; round < rounds; round += 1) {
    results.ours.push(await loadServer(server, 4_000, results, next));
    results.bare.push(await loadDriver(server, bare, 3_000));
  }
  return results;
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

/** As many loops over as many connections to the database as the server has. */
function loadDriver({ dataDir }: ServerProcess, bare: BareLoop, forMs: number): Promise<Load> {
  return withDatabaseOf(dataDir, (pool) =>
    runLoad({
      workers: connections,
      forMs,
      work: async (_worker, round) => void (await bare.store(pool, round)),
    }),
  );
}

function describe({ ours, bare }: Results, { rowsEach = 1 }: Storing): Line[] {
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
      what: `Stored for good per second, ${connections} connections`,
      result: `${formatNumber(perSecond)}${inRequests}; rows of the same width, one at a time by the driver alone, ${formatNumber(barePerSecond)}; ratio ${formatNumber(ratio)}`,
      values: { perSecond, barePerSecond, ratio },
    },
    {
      kind: "measured",
      what: "Time to answer, 99th percentile",
      result: `${formatNumber(p99Ms)} ms; driver alone ${formatNumber(bareP99Ms)} ms`,
      values: { p50Ms: middle(ours, "p50Ms"), p99Ms, bareP50Ms: middle(bare, "p50Ms"), bareP99Ms },
    },
  ];
}

/** Every 200 has its rows, every row had its 200, and nothing else was answered. */
async function rowsLine(
  { dataDir }: ServerProcess,
  { accepted, refused }: Results,
  { table, rowsEach = 1 }: Storing,
): Promise<Line> {
  const rows = await withDatabaseOf(dataDir, (pool) => countRows(pool, table));
  const acknowledged = accepted * rowsEach;
  return {
    kind: "measured",
    what: "Rows stored, beside those acknowledged",
    result: `${formatNumber(rows)} and ${formatNumber(acknowledged)}; other answers ${formatNumber(refused)}`,
    values: { rows, acknowledged, refused },
    limit: { words: "the same number, and no other answers", holds: rows === acknowledged && refused === 0 },
  };
}

/** Two seconds later, when what the moment before needed is given back. */
async function memoryLines({ pid, dataDir }: ServerProcess, when: string): Promise<Line[]> {
  await sleep(2_000);
  const database = (await readPostmasterFile(placesIn(dataDir).pgData))?.pid;
  const tree = database === undefined ? [] : processTree(database);
  if (tree.length === 0 || !canReadMemory([pid, ...tree])) {
    const because = "this system does not tell what its processes need";
    return [{ kind: "not-run", what: `Memory, ${when}`, because }];
  }
  return [
    memoryLine(`Memory of the server, ${when}`, memoryOf([pid])),
    memoryLine(`Memory of the database (${tree.length} processes), ${when}`, memoryOf(tree)),
  ];
}
