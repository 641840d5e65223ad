// Runs all checks of `npm test` and prints how long each part took. The two lanes run beside each other, because most parts wait for
// servers, databases and clocks more than half of their time. All parts end when one fails.
// `npm run prove` runs the parts one by one, with `--only <part>`. A part that could not run then exits with 3.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { ensureBrowser } from "./ensure-browser.mjs";

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;

const parts = {
  quick: { what: "format, lint, types, unit tests", command: "npm run --silent check:quick" },
  build: { what: "build", command: "npm run --silent build" },
  // One process for both shares the embedded PostgreSQL and the compiled modules.
  server: {
    what: "database and HTTP tests",
    command: "npm run --silent test:db -- --project http",
    needs: "build",
  },
  start: {
    what: "start tests and slow unit tests",
    command: "npm run --silent test:start -- --project slow",
    needs: "build",
  },
  browser: { what: "browser tests", command: "npm run --silent test:e2e" },
};
/** Two lanes of about the same CPU time. */
const lanes =
  only === undefined
    ? [
        ["build", "server"],
        ["quick", "start", "browser"],
      ]
    : [[only]];
if (lanes.flat().some((name) => parts[name] === undefined)) {
  throw new Error(`There is no part ${only}: ${Object.keys(parts).join(", ")}.`);
}
/** A browser is installed while other parts run. */
const browser = lanes.flat().includes("browser") ? ensureBrowser() : true;

const results = [];
const running = new Set();
/** By the name of a part, whether it passed. */
const ends = new Map(lanes.flat().map((name) => [name, Promise.withResolvers()]));
let isStopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stop(signal));

await Promise.all(lanes.map(runLane));

process.stdout.write(`\n${results.join("\n")}\n`);
const hasBrowser = isStopped || (await browser);
if (!hasBrowser) {
  process.stdout.write(
    "NOT RUN: browser tests, because there is no Chromium and it could not be installed\n",
  );
}
process.exit(isStopped ? 1 : !hasBrowser && only !== undefined ? 3 : 0);

async function runLane(names) {
  for (const name of names) {
    await ends.get(parts[name].needs)?.promise;
    const canRun = name !== "browser" || (await browser);
    if (canRun && !isStopped) await runPart(name);
    ends.get(name).resolve();
  }
}

async function runPart(name) {
  const { what, command } = parts[name];
  process.stdout.write(`\n=== ${what}: ${command}\n`);
  const began = Date.now();
  const status = await run(name, command);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const result = status === 0 ? "passed" : isStopped ? "stopped" : "FAILED";
  results.push(`${result}  ${seconds.padStart(6)} s  ${what}`);
  if (status !== 0) stop("SIGTERM");
}

/** Runs a command in its own process group. Its lines begin with its name if other commands run beside it. */
async function run(name, command) {
  const stdio = only === undefined ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(command, { stdio, shell: true, detached: true });
  running.add(child);
  for (const output of [child.stdout, child.stderr]) {
    if (output !== null) {
      createInterface(output).on("line", (line) => process.stdout.write(`${name}: ${line}\n`));
    }
  }
  const [status] = await once(child, "close");
  running.delete(child);
  return status;
}

/** Ends all running commands with their process groups, so that they clean up. npm does not pass signals on to the programs that it starts. */
function stop(signal) {
  isStopped = true;
  for (const { pid, exitCode, signalCode } of running) {
    if (exitCode === null && signalCode === null) process.kill(-pid, signal);
  }
}
