import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";

export type WrkResult = { perSecond: number; p50Ms: number; p99Ms: number; failedResponses: number };

/** The first line of `wrk --version`, or undefined if it is not installed. */
export function wrkVersion(): string | undefined {
  const { error, stdout } = spawnSync("wrk", ["--version"], { encoding: "utf8" });
  return error === undefined ? /^wrk \S+/.exec(stdout)?.[0] : undefined;
}

/** Sends requests for one URL on this machine from one thread, with compression as browsers do. */
export async function runWrk(
  url: string,
  options: { connections: number; seconds: number },
): Promise<WrkResult> {
  const { stdout } = await promisify(execFile)("wrk", [
    "-t1",
    `-c${options.connections}`,
    `-d${options.seconds}s`,
    "--latency",
    "-H",
    "Accept-Encoding: gzip, deflate, br, zstd",
    url,
  ]);
  return parseWrk(stdout);
}

/**
 * Parses the output of wrk.
 * @throws if a figure is missing
 */
export function parseWrk(output: string): WrkResult {
  const socketErrors =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? [];
  const refused = /Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? "0";
  return {
    perSecond: Number(figure(output, /Requests\/sec:\s+([\d.]+)/)),
    p50Ms: milliseconds(figure(output, /^\s+50%\s+(\S+)/m)),
    p99Ms: milliseconds(figure(output, /^\s+99%\s+(\S+)/m)),
    failedResponses: [refused, ...socketErrors].reduce((sum, count) => sum + Number(count), 0),
  };
}

function figure(output: string, pattern: RegExp): string {
  const found = pattern.exec(output)?.[1];
  if (found === undefined) throw new Error(`wrk printed unexpected output:\n${output}`);
  return found;
}

const unitsInUs: Readonly<Record<string, number>> = { us: 1, ms: 1e3, s: 1e6, m: 60e6 };

/** "1.35ms" → 1.35 */
function milliseconds(text: string): number {
  const [, amount, unit = ""] = /^([\d.]+)([a-z]+)$/.exec(text) ?? [];
  const factor = unitsInUs[unit];
  if (amount === undefined || factor === undefined) {
    throw new Error(`wrk printed an unknown time format: ${text}`);
  }
  return (Number(amount) * factor) / 1_000;
}
