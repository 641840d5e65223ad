import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";
import { findMutants, type Mutant, mutantVariable, withSwitches } from "./mutants.ts";

// Takes out every check of the staff area, one at a time, and expects the walk through all doors (tests/access) to fail. A check whose
// absence nobody notices is none. The program is built once: each check stands behind a switch, which a run finds in its environment.
// With words behind it, only those checks are taken out whose file or text has one of them.

const root = process.cwd();
const copy = await mkdtemp(join(tmpdir(), "practice-mutants-"));
const runConcurrently = 2;
try {
  for (const part of [
    "app",
    "content",
    "demo",
    "packages",
    "server",
    "tests",
    "package.json",
    "tsconfig.json",
    ...configs(),
  ]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const mutants = findMutants(copy);
  let isSound = false;
  await check("the walk through all doors, with every check in its place", async () => {
    await buildWith(mutants);
    const outcome = await walk({ name: "sound", titles: "" });
    if (outcome !== "passes") throw new Error(`it ${outcome}, so nothing would be shown by its failing`);
    isSound = true;
    return `${mutants.length} checks are taken out now`;
  });
  const left = isSound ? mutants.filter(isAskedFor) : [];
  const works = Array.from({ length: runConcurrently }, async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) await takeOut(mutant);
  });
  await Promise.all(works);
} finally {
  await rm(copy, { recursive: true, force: true });
}

function takeOut(mutant: Mutant): Promise<void> {
  return check(`without ${describe(mutant)}`, async () => {
    const name = String(mutant.number);
    // Whoever should notice it walks first; where they do not, everybody does.
    const first = await walk({
      name,
      titles: `^${mutant.noticedBy}.* (gets at every door|is refused|is on record)`,
    });
    const outcome = first === "passes" ? await walk({ name, titles: "" }) : first;
    if (outcome !== "fails") throw new Error(`the walk ${outcome}`);
    return "noticed";
  });
}

function isAskedFor(mutant: Mutant): boolean {
  const words = process.argv.slice(2);
  return words.length === 0 || words.some((word) => describe(mutant).includes(word));
}

function configs(): string[] {
  return [
    "react-router.config.ts",
    "vite.config.ts",
    "vite.islands.config.ts",
    "vite.articles.ts",
    "vitest.config.ts",
    "fences.config.ts",
  ];
}

async function buildWith(mutants: readonly Mutant[]): Promise<void> {
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const path = join(copy, file);
    const its = mutants.filter((mutant) => mutant.file === file);
    await writeFile(path, withSwitches(await readFile(path, "utf8"), its));
  }
  if (!(await run("npm run --silent build"))) throw new Error("it cannot be built");
}

/**
 * Only a door that answers otherwise counts as noticed: not a database or a test that failed by itself.
 * @param named.name of the check that is out; any other word leaves none out
 */
async function walk(named: { name: string; titles: string }): Promise<"passes" | "fails" | "broke off"> {
  const { name, titles } = named;
  const report = join(copy, `report-${name}.json`);
  await rm(report, { force: true });
  const passes = await run(
    `vitest run --project http tests/access --bail=1 -t '${titles.replaceAll("'", ".")}' --reporter=json --outputFile=${report}`,
    { [mutantVariable]: name },
  );
  if (passes) return "passes";
  const told = await readFile(report, "utf8").catch(() => "");
  return told.includes("AssertionError") ? "fails" : "broke off";
}

function run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const path = `${join(copy, "node_modules/.bin")}:${process.env["PATH"]}`;
  const program = spawn(command, {
    cwd: copy,
    shell: true,
    env: { ...process.env, PATH: path, ...environment },
    stdio: "ignore",
  });
  return new Promise((resolve) => void program.once("exit", (status) => resolve(status === 0)));
}

function describe({ file, line, original }: Mutant): string {
  return `${original.replaceAll(/\s+/g, " ").slice(0, 90)} (${file}:${line})`;
}
