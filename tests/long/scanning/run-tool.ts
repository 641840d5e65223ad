import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { NotRun } from "#tests/long/check.ts";

/** @throws NotRun where the tool is not installed: it is Debian's to install, and the machine's owner's. */
export function expectInstalled(tool: string): void {
  if (spawnSync("which", [tool], { stdio: "ignore" }).status !== 0) {
    throw new NotRun(`there is no ${tool} on this machine (apt-get install ${tool})`);
  }
}

/**
 * Runs a tool to its end. Nothing of it leaves this machine: whatever it would fetch for itself goes to a proxy that there is not.
 * @returns everything that it printed
 * @throws where it takes longer than it may: what it did not ask, it did not find
 */
export async function runTool(tool: string, args: readonly string[], mostSeconds: number): Promise<string> {
  const nowhere = "http://127.0.0.1:9";
  const child = spawn(tool, args, {
    env: { ...process.env, TERM: "dumb", https_proxy: nowhere, no_proxy: "localhost,127.0.0.1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), mostSeconds * 1_000);
  await once(child, "close");
  clearTimeout(timer);
  if (child.signalCode !== null) throw new Error(`${tool} did not end within ${mostSeconds} s`);
  return printed;
}
