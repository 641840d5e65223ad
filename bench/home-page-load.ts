import { startBareServer } from "./load/bare-server-process.ts";
import { canReadMemory, readMemory } from "./kit/process-memory.ts";
import { startSettledServer } from "./kit/server-process.ts";
import { median } from "./load/statistics.ts";
import { runWrk, type WrkResult, wrkVersion } from "./load/wrk.ts";
import { atMost, formatNumber, type Line } from "./report.ts";
import { requestHomePage } from "./home-page.ts";
import { memoryLine } from "./memory-line.ts";

const connections = 32;
const rounds = 3;

/** Measures how many home pages the server sends, compared with a bare Node server. */
export async function measureHomePageLoad(): Promise<Line[]> {
  if (wrkVersion() === undefined) {
    return [
      {
        kind: "not-run",
        what: "Requests per second",
        because: "the load generator wrk is not installed (Debian package wrk)",
      },
    ];
  }
  const server = await startSettledServer();
  try {
    const bare = await startBareServer(await requestHomePage(server.port));
    try {
      const lines = describe(await loadInTurns(server.url, bare.url));
      if (canReadMemory([server.pid])) {
        lines.push(memoryLine("Memory of the server afterward", readMemory([server.pid])));
      }
      return lines;
    } finally {
      await bare.stop();
    }
  } finally {
    await server.stop();
  }
}

type Results = { ours: WrkResult[]; bare: WrkResult[] };

/** Alternates between both, so that other load on the machine affects them equally. */
async function loadInTurns(oursUrl: string, bareUrl: string): Promise<Results> {
  const results: Results = { ours: [], bare: [] };
  for (const url of [oursUrl, bareUrl]) await runWrk(url, { connections, seconds: 2 });
  for (let round = 0; round < rounds; round += 1) {
    results.ours.push(await runWrk(oursUrl, { connections, seconds: 5 }));
    results.bare.push(await runWrk(bareUrl, { connections, seconds: 5 }));
  }
  return results;
}

function describe({ ours, bare }: Results): Line[] {
  const middle = (results: WrkResult[], figure: "perSecond" | "p50Ms" | "p99Ms"): number =>
    median(results.map((result) => result[figure]));
  const [perSecond, barePerSecond] = [middle(ours, "perSecond"), middle(bare, "perSecond")];
  const [p99Ms, bareP99Ms] = [middle(ours, "p99Ms"), middle(bare, "p99Ms")];
  const failedResponses = [...ours, ...bare].reduce((sum, result) => sum + result.failedResponses, 0);
  const ratio = perSecond / barePerSecond;
  return [
    {
      kind: "measured",
      what: `Requests per second, ${connections} connections`,
      result: `${formatNumber(perSecond)}; a bare Node server with the same bytes ${formatNumber(barePerSecond)}; ratio ${formatNumber(ratio)}`,
      values: { perSecond, barePerSecond, ratio },
    },
    {
      kind: "measured",
      what: "Response time, 99th percentile",
      result: `${formatNumber(p99Ms)} ms; bare ${formatNumber(bareP99Ms)} ms`,
      values: { p50Ms: middle(ours, "p50Ms"), p99Ms, bareP50Ms: middle(bare, "p50Ms"), bareP99Ms },
    },
    {
      kind: "measured",
      what: "Failed responses",
      result: formatNumber(failedResponses),
      values: { failedResponses },
      limit: atMost(failedResponses, 0),
    },
  ];
}
