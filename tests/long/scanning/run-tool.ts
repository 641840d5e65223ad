import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { NotRun } from "#tests/long/check.ts";

/** @throws NotRun if the tool is not installed */
export function expectInstalled(tool: string): void {
  if (spawnSync("which", [tool], { stdio: "ignore" }).status !== 0) {
    throw new NotRun(`there is no ${tool} on this machine (apt-get install ${tool})`);
  }
}

/**
 * Runs a tool until it exits. A closed port as its proxy keeps it from contacting other hosts.
 * @returns its output
 * @throws if it exceeds the timeout
 */
export async function runTool(
  tool: string,
  args: readonly string[],
  timeoutSeconds: number,
): Promise<string> {
  const closedPort = "http://127.0.0.1:9";
  const child = spawn(tool, args, {
    env: { ...process.env, TERM: "dumb", https_proxy: closedPort, no_proxy: "localhost,127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutSeconds * 1_000);
  await once(child, "close");
  clearTimeout(timer);
  if (child.signalCode !== null) throw new Error(`${tool} did not end within ${timeoutSeconds} s`);
  return printed;
}
