import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { canReadMemory, processTree, readMemory } from "./kit/process-memory.ts";
import { type ServerProcess, startSettledServer } from "./kit/server-process.ts";
import { median } from "./load/statistics.ts";
import { runWrk, type WrkResult, wrkVersion } from "./load/wrk.ts";
import { memoryLine } from "./memory-line.ts";
import { atMost, formatNumber, type Line } from "./report.ts";

const connections = 32;
const rounds = 3;
const workers = 2;
const metricsToken = "a token of the benchmark, longer than thirty-two characters";

/** Measures how many home pages a server with two processes sends, compared with one process. */
export async function measureWorkersLoad(): Promise<Line[]> {
  if (wrkVersion() === undefined) {
    const because = "the load generator wrk is not installed (Debian package wrk)";
    return [{ kind: "not-run", what: "Requests per second", because }];
  }
  const single = await startSettledServer();
  try {
    const several = await startSettledServer({
      WORKERS: String(workers),
      METRICS_TOKEN: metricsToken,
    });
    try {
      await untilWorkersAnswer(several);
      const lines = [describe(await loadInTurns(single, several))];
      const pids = canReadMemory([several.pid]) ? processTree(several.pid) : [];
      if (pids.length > 0) {
        lines.push(memoryLine("Memory of all processes and the database", readMemory(pids)));
      }
      return lines;
    } finally {
      await several.stop();
    }
  } finally {
    await single.stop();
  }
}

/** The server is ready as soon as its first process is. */
async function untilWorkersAnswer({ url }: ServerProcess): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const response = await fetch(`${url}metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    const found = (await response.text()).match(/^process_start_time_seconds\{/gm) ?? [];
    if (found.length === workers) return;
    await sleep(100);
  }
  throw new Error("Some processes of the server did not start.");
}

type Results = { single: WrkResult[]; several: WrkResult[] };

/** Alternates between both, so that other load on the machine affects them equally. */
async function loadInTurns(single: ServerProcess, several: ServerProcess): Promise<Results> {
  const results: Results = { single: [], several: [] };
  for (const { url } of [single, several]) await runWrk(url, { connections, seconds: 2 });
  for (let round = 0; round < rounds; round += 1) {
    results.single.push(await runWrk(single.url, { connections, seconds: 5 }));
    results.several.push(await runWrk(several.url, { connections, seconds: 5 }));
  }
  return results;
}

/** The ratio has no limit, because the load generator uses the same cores: with two of them it cannot approach 2. */
function describe({ single, several }: Results): Line {
  const middle = (results: WrkResult[]): number => median(results.map(({ perSecond }) => perSecond));
  const [perSecond, severalPerSecond] = [middle(single), middle(several)];
  const failedResponses = [...single, ...several].reduce((sum, result) => sum + result.failedResponses, 0);
  const ratio = severalPerSecond / perSecond;
  const cores = availableParallelism();
  return {
    kind: "measured",
    what: `Requests per second, ${connections} connections`,
    result: `${formatNumber(severalPerSecond)} with WORKERS=${workers}; ${formatNumber(perSecond)} with one process; ratio ${formatNumber(ratio)} on ${cores} cores, which the load generator shares; failed responses ${formatNumber(failedResponses)}`,
    values: { perSecond, severalPerSecond, ratio, cores, failedResponses },
    limit: atMost(failedResponses, 0, " failed responses"),
  };
}
