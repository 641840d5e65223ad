// Runs all checks of `npm test`, the fastest first, and prints how long each part took. After the build, two parts run at the same time,
// because the start tests and the browser tests spend much of their time waiting. They share only the build, which none of them changes.
// No part starts after one has failed. With `--long`, the parts run one at a time, and all of them run.
import { spawn } from "node:child_process";
import { ensureBrowser } from "./ensure-browser.mjs";

const long = process.argv.includes("--long");
const env = { ...process.env, ...(long ? { PROVE: "1" } : {}) };

const preparation = [
  { what: "format, lint, types, unit tests", command: "npm run --silent check:quick" },
  { what: "build", command: "npm run --silent build" },
];
const browser = ensureBrowser();
// The browser tests take longest, so they start first.
const tests = [
  ...(browser ? [{ what: "browser tests", command: "npm run --silent test:e2e" }] : []),
  // One process for both shares the embedded PostgreSQL and the compiled modules.
  { what: "database and HTTP tests", command: "npm run --silent test:db -- --project http" },
  { what: "start tests", command: "npm run --silent test:start" },
];

const results = [];
let hasFailed = false;

await runParts(preparation, 1);
await runParts(tests, long ? 1 : 2);
process.stdout.write(`\n${results.join("\n")}\n`);
if (!browser) {
  process.stdout.write(
    "NOT RUN: browser tests, because there is no Chromium and it could not be installed\n",
  );
}
process.exit(hasFailed ? 1 : 0);

/** Runs parts in their order, at most `maxConcurrent` at a time. */
async function runParts(parts, maxConcurrent) {
  const waiting = [...parts];
  const runNext = async () => {
    while (waiting.length > 0 && (long || !hasFailed)) await runPart(waiting.shift(), maxConcurrent > 1);
  };
  await Promise.all(Array.from({ length: maxConcurrent }, runNext));
}

/**
 * Runs one part and records its result.
 * @param isConcurrent whether other parts run beside it; its output is then printed when it ends
 */
async function runPart({ what, command }, isConcurrent) {
  process.stdout.write(`\n=== ${what}: ${command}\n`);
  const began = Date.now();
  const child = spawn(command, {
    stdio: isConcurrent ? ["ignore", "pipe", "pipe"] : "inherit",
    shell: true,
    env,
  });
  const output = [];
  child.stdout?.on("data", (chunk) => output.push(chunk));
  child.stderr?.on("data", (chunk) => output.push(chunk));
  const status = await new Promise((resolve) => child.once("close", resolve));
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  const result = `${status === 0 ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${what}`;
  if (isConcurrent) process.stdout.write(`\n=== output of ${what}\n${Buffer.concat(output).toString()}`);
  results.push(result);
  if (status !== 0) hasFailed = true;
}
