// Entry point of `npm run prove`: runs the tests with more rounds, the checks that take too long for every change, and the benchmarks. It
// writes the results, and what was skipped and why, to docs/proof.md, and the figures of the benchmarks to docs/performance.md. All parts take
// two hours; `--resume` continues an interrupted run of the same commit.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const file = "docs/proof.md";
const performanceFile = "docs/performance.md";
const figuresFile = "docs/benchmarks.json";
const folder = mkdtempSync(join(tmpdir(), "practice-prove-"));
const benchFile = join(folder, "bench.json");

/** Forwarded to the running part, which cleans up. Later parts are not run. */
const signals = ["SIGINT", "SIGTERM"];

/** In the order in which they run. The benchmarks come last, so that no other part runs beside them. */
const parts = {
  tests: { title: "Tests with more rounds", command: ["node", "tests/run/all.mjs", "--long"] },
  clone: {
    title: "Fresh clone with an empty home folder",
    command: ["node", "tests/long/fresh-clone.ts"],
  },
  article: { title: "Adding an article", command: ["node", "tests/long/new-article.ts"] },
  previous: {
    title: "The previous release on the new schema",
    command: ["node", "tests/long/previous-release.ts"],
  },
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

/** The results so far, so that an interrupted run can continue. */
const progressFile = "node_modules/.cache/prove.json";

const usage = `Usage:
  npm run prove                           runs all parts and writes ${file}
  npm run prove -- --resume               runs the parts that have not passed on this commit yet
  npm run prove -- --only <part>[,<part>]
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
  const only = values.only?.split(",");
  const unknown = only?.find((name) => !(name in parts));
  if (unknown !== undefined) {
    process.stderr.write(`${unknown} is not a part. Parts: ${Object.keys(parts).join(", ")}.\n`);
    process.exit(2);
  }
  const began = new Date();
  // Imported dynamically, because an old Node version cannot load TypeScript.
  const { readConditions } = await import("../../bench/conditions.ts");
  const { describeProof, readProgress } = await import("#tests/long/proof.ts");
  const conditions = readConditions();
  // The parts after the tests use this build.
  if (spawnSync("npm run --silent build", { stdio: "inherit", shell: true }).status !== 0) {
    process.exit(1);
  }
  const { commit } = conditions;
  const progress = values.resume ? readProgress(progressFile, commit) : { commit, parts: {} };
  const results = await proveParts(only, progress);
  const starts = results.flatMap(({ startedAt }) => (startedAt === undefined ? [] : [Date.parse(startedAt)]));
  const times = { began: new Date(Math.min(began.getTime(), ...starts)), ended: new Date() };
  writeFileSync(file, describeProof({ ...times, conditions, parts: results }));
  await writePerformance();
  spawnSync(`oxfmt ${file} ${performanceFile} ${figuresFile}`, { stdio: "inherit", shell: true });
  process.stdout.write(`\nWritten to ${file}.\n`);
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
}

/** Runs the wanted parts that have not passed yet, and saves the result of each. */
async function proveParts(only, progress) {
  const { saveProgress } = await import("#tests/long/proof.ts");
  const results = [];
  for (const [name, part] of Object.entries(parts)) {
    const { title } = part;
    const known = progress.parts[name];
    if (only !== undefined && !only.includes(name)) {
      results.push({ title, ...skippedPart(only) });
    } else if (known?.passed) {
      results.push(known);
    } else {
      const [startedAt, runs] = [new Date().toISOString(), (known?.runs ?? 0) + 1];
      progress.parts[name] = { title, startedAt, runs, ...(await prove(name, part)) };
      saveProgress(progressFile, progress);
      results.push(progress.parts[name]);
    }
  }
  return results;
}

async function prove(name, { title, command }) {
  process.stdout.write(`\n=== ${title}\n`);
  const { code, printed } = await run(command);
  const { resultLines } = await import("#tests/long/proof.ts");
  const lines = name === "bench" ? await benchLines() : resultLines(printed);
  if (lines.length === 0) lines.push({ what: title, result: `FAILED: exited with ${code} without output` });
  return { lines, passed: code === 0 };
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

/** Replaces the figures of the last run in docs/performance.md, if the benchmarks ran. */
async function writePerformance() {
  if (!existsSync(benchFile)) return;
  const { replaceTable, selectFigures } = await import("#tests/long/performance-table.ts");
  const { before } = JSON.parse(readFileSync(figuresFile, "utf8"));
  const figures = { before, now: selectFigures(JSON.parse(readFileSync(benchFile, "utf8"))) };
  writeFileSync(figuresFile, JSON.stringify(figures, null, 2));
  writeFileSync(performanceFile, replaceTable(readFileSync(performanceFile, "utf8"), figures));
}

async function benchLines() {
  // Without the file, the benchmarks failed before they measured anything and printed the reason.
  if (!existsSync(benchFile)) return [];
  const { describeLine } = await import("../../bench/report.ts");
  const { conditions, sections } = JSON.parse(readFileSync(benchFile, "utf8"));
  return [
    { what: "Load average at start", result: conditions.loadBefore },
    ...sections.flatMap(({ title, lines }) =>
      lines.map((line) => ({ what: `${title}: ${line.what}`, result: describeLine(line) })),
    ),
  ];
}
