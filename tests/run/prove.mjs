// Entry point of `npm run prove`: runs the tests with more rounds, the checks that take too long for every change, and the benchmarks. It
// writes the results, and what was skipped and why, to docs/proof.md, and the figures of the benchmarks to docs/performance.md. All parts take
// two hours; `--resume` continues an interrupted run of the same code, also on another machine.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const file = "docs/proof.md";
const performanceFile = "docs/performance.md";
const figuresFile = "docs/benchmarks.json";
/** The results so far, so that an interrupted run can continue. */
const progressFile = "docs/proof.json";
const folder = mkdtempSync(join(tmpdir(), "practice-prove-"));
const benchFile = join(folder, "bench.json");

/** Forwarded to the running part, which cleans up. Later parts are not run. */
const signals = ["SIGINT", "SIGTERM"];

/** In the order in which they run. The benchmarks come last, so that no other part runs beside them. */
const parts = {
  quick: { title: "Format, lint, types and unit tests", command: test("quick") },
  server: { title: "Database and HTTP tests with more rounds", command: test("server") },
  start: { title: "Start tests with more rounds", command: test("start") },
  browser: { title: "Browser tests with more rounds", command: test("browser") },
  clone: {
    title: "Fresh clone with an empty home folder",
    command: ["node", "tests/long/fresh-clone.ts"],
  },
  article: { title: "Adding an article", command: ["node", "tests/long/new-article.ts"] },
  previous: {
    title: "The previous release on the new schema",
    command: ["node", "tests/long/previous-release.ts"],
  },
  power: { title: "Power failures", command: ["node", "tests/long/power-failure.ts"] },
  failover: { title: "Failover to a standby", command: ["node", "tests/long/failover.ts"] },
  proxies: { title: "Rolling restarts behind proxies", command: ["node", "tests/long/rolling-restarts.ts"] },
  image: { title: "Build steps of the container image", command: ["node", "tests/long/image-steps.ts"] },
  installs: { title: "Folders and users", command: ["node", "tests/long/installs.ts"] },
  databases: { title: "External databases", command: ["node", "tests/long/other-databases.ts"] },
  pages: { title: "External checks of every page", command: ["node", "tests/long/pages.ts"] },
  scanners: { title: "Scanners", command: ["node", "tests/long/scanners.ts"] },
  memory: { title: "Memory during ten minutes of visits", command: ["node", "tests/long/visits-memory.ts"] },
  lists: { title: "Lists and exports with a million visits", command: ["node", "tests/long/large-lists.ts"] },
  mutations: {
    title: "Access tests with each check removed",
    command: ["node", "tests/long/access-mutations.ts"],
  },
  bench: { title: "Benchmarks", command: ["node", "bench/run.ts", "--json", benchFile] },
};

const usage = `Usage:
  npm run prove                           runs all parts and writes ${file}
  npm run prove -- --resume               runs the parts that have not passed on this code yet
  npm run prove -- --only <part>[,<part>] runs these parts, and keeps the results of others on this code
Parts: ${Object.keys(parts).join(", ")}.
`;

process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
await main();

async function main() {
  const { values } = parseArgs({
    options: { only: { type: "string" }, resume: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const only = values.only === undefined ? undefined : readNames(values.only);
  // Imported dynamically, because an old Node version cannot load TypeScript.
  const { identifyCode, readConditions } = await import("../../bench/conditions.ts");
  const [conditions, key] = [readConditions(), identifyCode()];
  if (values.resume && key === undefined) {
    refuse("--resume needs a commit without uncommitted changes, which the results are of.");
  }
  // The parts after the tests use this build.
  if (spawnSync("npm run --silent build", { stdio: "inherit", shell: true }).status !== 0) {
    process.exit(1);
  }
  const startsOver = key === undefined || (!values.resume && only === undefined);
  const results = await proveParts({ only, key, startsOver, conditions });
  await writeReports(results, conditions);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}

function readNames(list) {
  const names = list.split(",");
  const unknown = names.find((name) => !(name in parts));
  if (unknown !== undefined) {
    refuse(`${unknown} is not a part. Parts: ${Object.keys(parts).join(", ")}.`);
  }
  return names;
}

function refuse(reason) {
  process.stderr.write(`${reason}\n`);
  process.exit(2);
}

/** The command of a part of `npm test`. */
function test(part) {
  return ["node", "tests/run/all.mjs", "--only", part];
}

/** Runs the wanted parts, or else those that have not passed, and saves the result of each. */
async function proveParts({ only, key, startsOver, conditions: { machine, programs } }) {
  const { readProgress, saveProgress } = await import("#tests/long/proof.ts");
  const { parts: known } = startsOver ? { parts: {} } : readProgress(progressFile, key);
  const done = { ...known };
  const results = [];
  for (const [name, part] of Object.entries(parts)) {
    const { title } = part;
    const isWanted = only === undefined ? !known[name]?.passed : only.includes(name);
    if (isWanted) {
      const [startedAt, runs] = [new Date().toISOString(), (known[name]?.runs ?? 0) + 1];
      done[name] = { title, startedAt, runs, machine, programs, ...(await prove(name, part)) };
      if (key !== undefined) saveProgress(progressFile, { key, parts: done });
    }
    results.push(done[name] ?? { title, ...skippedPart(only) });
  }
  return results;
}

async function prove(name, { title, command }) {
  process.stdout.write(`\n=== ${title}\n`);
  const { code, printed } = await run(command);
  const { resultLines } = await import("#tests/long/proof.ts");
  const figures = name === "bench" ? readFigures() : undefined;
  const lines = name === "bench" ? await benchLines(figures) : resultLines(printed);
  if (lines.length === 0) lines.push({ what: title, result: `FAILED: exited with ${code} without output` });
  return { lines, passed: code === 0, figures };
}

function skippedPart(only) {
  return {
    lines: [{ what: "All checks", result: `NOT RUN: only ${only.join(", ")} was requested` }],
    passed: true,
  };
}

/** Runs a command, prints its output and returns it. */
async function run([program, ...args]) {
  const child = spawn(program, args, {
    env: { ...process.env, PROVE: "1" },
    stdio: ["ignore", "pipe", "inherit"],
    shell: process.platform === "win32",
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
    process.stdout.write(text);
  });
  let isStopped = false;
  const stop = (signal) => {
    isStopped = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve("an error, because the program is not installed"));
    child.once("close", resolve);
  });
  for (const signal of signals) process.off(signal, stop);
  if (isStopped) process.exit(1);
  return { code, printed };
}

async function writeReports(results, conditions) {
  const { describeProof } = await import("#tests/long/proof.ts");
  const starts = results.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [Date.parse(startedAt)]));
  const [began, ended] = [new Date(Math.min(...starts)), new Date()];
  writeFileSync(file, describeProof({ began, ended, conditions, parts: results }));
  await writePerformance(results);
  spawnSync(`oxfmt ${file} ${progressFile} ${performanceFile} ${figuresFile}`, {
    stdio: "inherit",
    shell: true,
  });
  process.stdout.write(`\nWritten to ${file}.\n`);
}

/** Replaces the figures of the last run in docs/performance.md, if the benchmarks ran. */
async function writePerformance(results) {
  const figures = results.find(({ title }) => title === parts.bench.title)?.figures;
  if (figures === undefined) return;
  const { replaceTable, selectFigures } = await import("#tests/long/performance-table.ts");
  const { before } = JSON.parse(readFileSync(figuresFile, "utf8"));
  const selected = { before, now: selectFigures(figures) };
  writeFileSync(figuresFile, JSON.stringify(selected, null, 2));
  writeFileSync(performanceFile, replaceTable(readFileSync(performanceFile, "utf8"), selected));
}

/** @returns undefined if the benchmarks failed before they measured anything, and printed the reason */
function readFigures() {
  return existsSync(benchFile) ? JSON.parse(readFileSync(benchFile, "utf8")) : undefined;
}

async function benchLines(figures) {
  if (figures === undefined) return [];
  const { describeLine } = await import("../../bench/report.ts");
  const { conditions, sections } = figures;
  return [
    { what: "Load average at start", result: conditions.loadBefore },
    ...sections.flatMap(({ title, lines }) =>
      lines.map((line) => ({ what: `${title}: ${line.what}`, result: describeLine(line) })),
    ),
  ];
}
