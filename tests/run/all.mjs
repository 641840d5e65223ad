// Runs all checks of `npm test`, the fastest first, and prints how long each part took. It stops at the first part that fails; with
// `--long` it runs all parts.
import { spawnSync } from "node:child_process";
import { ensureBrowser } from "./ensure-browser.mjs";

const long = process.argv.includes("--long");
const env = { ...process.env, ...(long ? { PROVE: "1" } : {}) };

const parts = [
  ["format, lint, types, unit tests", "npm run --silent check:quick"],
  ["build", "npm run --silent build"],
  // One process for both shares the embedded PostgreSQL and the compiled modules.
  ["database and HTTP tests", "npm run --silent test:db -- --project http"],
  ["start tests", "npm run --silent test:start"],
];
const browser = ensureBrowser();
if (browser) parts.push(["browser tests", "npm run --silent test:e2e"]);

const results = [];
for (const [what, command] of parts) {
  process.stdout.write(`\n=== ${what}: ${command}\n`);
  const began = Date.now();
  const { status } = spawnSync(command, { stdio: "inherit", shell: true, env });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  results.push(`${status === 0 ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${what}`);
  if (status !== 0 && !long) break;
}

process.stdout.write(`\n${results.join("\n")}\n`);
const failed = results.some((line) => line.startsWith("FAILED"));
if (!browser) {
  process.stdout.write(
    "NOT RUN: browser tests, because there is no Chromium and it could not be installed\n",
  );
}
process.exit(failed ? 1 : 0);
