import { join } from "node:path";
import { makeScratchFolder, removeScratchFolder } from "./kit/scratch-folder.ts";
import { startServer } from "./kit/server-process.ts";
import { median } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

const firstStarts = 3;
const laterStarts = 5;

/** Measures the time from starting the process to its first 200 on /readyz. */
export async function measureStartUp(): Promise<Line[]> {
  const folder = makeScratchFolder();
  try {
    const first: number[] = [];
    for (let start = 0; start < firstStarts; start += 1) {
      first.push(await timeStart(join(folder, `data-${start}`)));
    }
    const later: number[] = [];
    for (let start = 0; start < laterStarts; start += 1) later.push(await timeStart(join(folder, "data-0")));
    return [line("First start, which creates the database", first), line("Later starts", later)];
  } finally {
    removeScratchFolder(folder);
  }
}

async function timeStart(dataDir: string): Promise<number> {
  const server = await startServer(dataDir);
  await server.stop();
  return server.readyAfterMs;
}

function line(what: string, times: readonly number[]): Line {
  const [medianMs, fastestMs, slowestMs] = [median(times), Math.min(...times), Math.max(...times)];
  return {
    kind: "measured",
    what,
    result: `${formatNumber(medianMs)} ms, median of ${times.length} (${formatNumber(fastestMs)} to ${formatNumber(slowestMs)})`,
    values: { medianMs, fastestMs, slowestMs },
  };
}
