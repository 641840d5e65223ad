// Runs all checks of `npm test`, the fastest first, and prints how long each part took. It stops at the first part that fails.
// `npm run prove` runs the parts one by one, with `--only <part>`. A part that could not run then exits with 3.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./ensure-browser.mjs";

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;

const parts = {
  quick: ["format, lint, types, unit tests", "npm run --silent check:quick"],
  build: ["build", "npm run --silent build"],
  // One process for both shares the embedded PostgreSQL and the compiled modules.
  server: ["database and HTTP tests", "npm run --silent test:db -- --project http"],
  start: ["start tests", "npm run --silent test:start"],
  browser: ["browser tests", "npm run --silent test:e2e"],
};
const wanted = Object.entries(parts).filter(([name]) => only === undefined || name === only);
if (wanted.length === 0) throw new Error(`There is no part ${only}: ${Object.keys(parts).join(", ")}.`);
const browser = !wanted.some(([name]) => name === "browser") || ensureBrowser();

const results = [];
for (const [name, [what, command]] of wanted) {
  if (name === "browser" && !browser) continue;
  process.stdout.write(`\n=== ${what}: ${command}\n`);
  const began = Date.now();
  const status = await run(command);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  results.push(`${status === 0 ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${what}`);
  if (status !== 0) break;
}

process.stdout.write(`\n${results.join("\n")}\n`);
const failed = results.some((line) => line.startsWith("FAILED"));
if (!browser) {
  process.stdout.write(
    "NOT RUN: browser tests, because there is no Chromium and it could not be installed\n",
  );
}
process.exit(failed ? 1 : !browser && only !== undefined ? 3 : 0);

/**
 * Runs a command, and passes the signals that end this program on to its process group, so that it cleans up. npm does not pass them on to the
 * programs that it starts.
 */
async function run(command) {
  const child = spawn(command, { stdio: "inherit", shell: true, detached: true });
  const signals = ["SIGINT", "SIGTERM"];
  const stop = (signal) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  };
  for (const signal of signals) process.on(signal, stop);
  const [status] = await once(child, "close");
  for (const signal of signals) process.off(signal, stop);
  return status;
}
