// What `npm run prove` runs: the tests with their long numbers, then what is too long for every change, then the bench. It
// writes what happened, and what was left out and why, to docs/proof.md. Nothing in that file is typed in by hand.
//
//   node tests/run/prove.mjs [--only tests,clone,article,places,databases,pages,memory,desk,mutations,bench]
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const file = "docs/proof.md";
const folder = mkdtempSync(join(tmpdir(), "practice-prove-"));
const benchFile = join(folder, "bench.json");

/** Passed on to the part that is running, which puts away what it made; then nothing further is run. */
const signals = ["SIGINT", "SIGTERM"];

/** In the order in which they are run: the bench last, with nothing of the others beside it. */
const parts = {
  tests: { title: "Tests, with the long numbers", command: ["node", "tests/run/all.mjs", "--long"] },
  clone: {
    title: "A newcomer's walk through a fresh clone, in an empty home folder",
    command: ["node", "tests/long/fresh-clone.ts"],
  },
  article: { title: "A newcomer's article", command: ["node", "tests/long/new-article.ts"] },
  places: { title: "Places and users", command: ["node", "tests/long/places.ts"] },
  databases: { title: "An operator's database", command: ["node", "tests/long/other-databases.ts"] },
  pages: { title: "Every page, judged by others", command: ["node", "tests/long/pages.ts"] },
  scanners: { title: "Scanners", command: ["node", "tests/long/scanners.ts"] },
  memory: { title: "Ten minutes of visits", command: ["node", "tests/long/visits-memory.ts"] },
  desk: { title: "The desk with a million visits", command: ["node", "tests/long/desk-lists.ts"] },
  mutations: {
    title: "The staff area, with each check taken out",
    command: ["node", "tests/long/access-mutations.ts"],
  },
  bench: { title: "Figures", command: ["node", "bench/run.ts", "--json", benchFile] },
};

const usage = `Usage:
  npm run prove                           runs everything at length and writes ${file}
  npm run prove -- --only <part>[,<part>]
Parts: ${Object.keys(parts).join(", ")}.
`;

process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
await main();

async function main() {
  const { values } = parseArgs({
    options: { only: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) {
    process.stdout.write(usage);
    return;
  }
  const only = values.only?.split(",");
  const unknown = only?.find((name) => !(name in parts));
  if (unknown !== undefined) {
    process.stderr.write(`There is no part ${unknown}: name some of ${Object.keys(parts).join(", ")}.\n`);
    process.exit(2);
  }
  const began = new Date();
  // Not above: an old Node could not even read them, and npm brings the right one.
  const { readConditions } = await import("../../bench/conditions.ts");
  const { describeProof } = await import("#tests/long/proof.ts");
  const conditions = readConditions();
  // Everything after the tests works on this build.
  if (spawnSync("npm run --silent build", { stdio: "inherit", shell: true }).status !== 0) {
    process.exit(1);
  }

  const proved = [];
  for (const [name, part] of Object.entries(parts)) {
    const isWanted = only === undefined || only.includes(name);
    proved.push({ title: part.title, ...(isWanted ? await prove(name, part) : leftOut(only)) });
  }
  writeFileSync(file, describeProof({ began, ended: new Date(), conditions, parts: proved }));
  spawnSync(`oxfmt ${file}`, { stdio: "inherit", shell: true });
  process.stdout.write(`\nWritten to ${file}.\n`);
  process.exitCode = proved.every(({ passed }) => passed) ? 0 : 1;
}

async function prove(name, { title, command }) {
  process.stdout.write(`\n=== ${title}\n`);
  const { code, printed } = await run(command);
  const { resultLines } = await import("#tests/long/proof.ts");
  const lines = name === "bench" ? await benchLines() : resultLines(printed);
  if (lines.length === 0) lines.push({ what: title, result: `FAILED: ended with ${code} and said nothing` });
  return { lines, passed: code === 0 };
}

function leftOut(only) {
  return {
    lines: [{ what: "All of it", result: `NOT RUN: only ${only.join(", ")} was asked for` }],
    passed: true,
  };
}

/** Runs a command, shows what it prints and keeps it. */
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
    child.once("error", () => resolve("no such program"));
    child.once("close", resolve);
  });
  for (const signal of signals) process.off(signal, stop);
  if (isStopped) process.exit(1);
  return { code, printed };
}

async function benchLines() {
  // Without it the bench did not get as far as measuring, and has said why.
  if (!existsSync(benchFile)) return [];
  const { describeLine } = await import("../../bench/report.ts");
  const { conditions, sections } = JSON.parse(readFileSync(benchFile, "utf8"));
  return [
    { what: "Load average before", result: conditions.loadBefore },
    ...sections.flatMap(({ title, lines }) =>
      lines.map((line) => ({ what: `${title}: ${line.what}`, result: describeLine(line) })),
    ),
  ];
}
