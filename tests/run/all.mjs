// What `npm test` runs, in the order in which a mistake is found soonest. Prints how long each part took; ends with the
// first part that fails, or with `--long` goes on to the end.
import { spawnSync } from "node:child_process";
import { ensureBrowser } from "./ensure-browser.mjs";

const long = process.argv.includes("--long");
const env = { ...process.env, ...(long ? { PROVE: "1" } : {}) };

const parts = [
  ["format, lint, types, unit tests", "npm run --silent check:quick"],
  ["build", "npm run --silent build"],
  ["database and HTTP tests", "vitest run --project db --project http"],
  ["start and survival tests", "vitest run --project start"],
];
const browser = ensureBrowser();
if (browser) parts.push(["browser tests", "playwright test"]);

const results = [];
for (const [what, command] of parts) {
  process.stdout.write(`\n=== ${what}: ${command}\n`);
  const began = Date.now();
  const { status } = spawnSync(command, { stdio: "inherit", shell: true, env });
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  results.push(`${status === 0 ? "passed" : "FAILED"}  ${seconds.padStart(6)} s  ${what}`);
  // The long run wants to know all that is wrong, the short one only that something is.
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
