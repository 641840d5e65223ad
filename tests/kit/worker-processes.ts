import { readFileSync } from "node:fs";
import { isRunning, type RunningServer, until } from "./running-server.ts";

const token = "a token for tests, longer than thirty-two characters";

/** Settings of a server with several processes, whose metrics tell them apart. */
export function workerSettings(count: number): Record<string, string> {
  return { WORKERS: String(count), METRICS_TOKEN: token };
}

/** The process IDs of the workers of a server. */
export function listWorkers({ child }: Pick<RunningServer, "child">): number[] {
  const { pid } = child;
  const children = pid === undefined ? "" : readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return children
    .split(" ")
    .map(Number)
    .filter((each) => each > 0 && isWorker(each));
}

function isWorker(pid: number): boolean {
  return isRunning(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("server/main.js");
}

/** Reads the values of a metric, by the number of the worker. */
export async function readByWorker(
  { url }: Pick<RunningServer, "url">,
  metric: string,
): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, {
    headers: { authorization: `Bearer ${token}`, connection: "close" },
  });
  const values = new Map<string, number>();
  for (const line of (await response.text()).split("\n")) {
    const [, worker, value] = line.match(/^[^#]*worker="(\d+)".*\} (\S+)$/) ?? [];
    if (!line.startsWith(`${metric}{`) || worker === undefined) continue;
    values.set(worker, (values.get(worker) ?? 0) + Number(value));
  }
  return values;
}

/** Waits until as many workers answer. */
export function untilReady(server: RunningServer, count: number): Promise<void> {
  return until(
    `${count} workers to be ready`,
    async () => (await readByWorker(server, "process_start_time_seconds")).size === count,
    60_000,
  );
}
