import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";
import { findMutants, type Mutant, mutantVariable, withSwitches } from "./mutants.ts";

// Removes each access check of the staff area in turn and expects the access tests (tests/access) to fail. If no test fails, the check is
// untested. The program is built once, with a switch for each check that an environment variable sets. Arguments limit the run to checks
// whose file or text contains one of them.

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
  await check("the access tests with every check in place", async () => {
    await buildWith(mutants);
    const outcome = await runAccessTests({ name: "sound", titles: "" });
    if (outcome !== "pass") {
      throw new Error(`they ${outcome}, so a failure without a check would prove nothing`);
    }
    isSound = true;
    return `${mutants.length} checks will be removed`;
  });
  const left = isSound ? mutants.filter(isSelected) : [];
  const works = Array.from({ length: runConcurrently }, async () => {
    for (let mutant = left.shift(); mutant !== undefined; mutant = left.shift()) await removeCheck(mutant);
  });
  await Promise.all(works);
} finally {
  await rm(copy, { recursive: true, force: true });
}

function removeCheck(mutant: Mutant): Promise<void> {
  return check(`without ${describe(mutant)}`, async () => {
    const name = String(mutant.number);
    // The tests of the person who should be affected run first, and all tests only if those pass.
    const first = await runAccessTests({
      name,
      titles: `^${mutant.noticedBy}.* (gets the expected response|is recorded|is rejected)`,
    });
    const outcome = first === "pass" ? await runAccessTests({ name, titles: "" }) : first;
    if (outcome !== "fail") throw new Error(`the access tests ${outcome}`);
    return "noticed";
  });
}

function isSelected(mutant: Mutant): boolean {
  const words = process.argv.slice(2);
  return words.length === 0 || words.some((word) => describe(mutant).includes(word));
}

function configs(): string[] {
  return [
    "react-router.config.ts",
    "vite.config.ts",
    "vite.islands.config.ts",
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
  if (!(await run("npm run --silent build"))) throw new Error("the build failed");
}

/**
 * Only a changed response counts as noticed, not a database error or an unrelated failure.
 * @param named.name number of the removed check; any other word removes none
 */
async function runAccessTests(named: { name: string; titles: string }): Promise<"pass" | "fail" | "crash"> {
  const { name, titles } = named;
  const report = join(copy, `report-${name}.json`);
  await rm(report, { force: true });
  const passes = await run(
    `vitest run --project http tests/access --bail=1 -t '${titles.replaceAll("'", ".")}' --reporter=json --outputFile=${report}`,
    { [mutantVariable]: name },
  );
  if (passes) return "pass";
  const output = await readFile(report, "utf8").catch(() => "");
  return output.includes("AssertionError") ? "fail" : "crash";
}

function run(command: string, environment: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const path = `${join(copy, "node_modules/.bin")}:${process.env["PATH"]}`;
  const program = spawn(command, {
    cwd: copy,
    shell: true,
    // Without the tests with more rounds, which would run again for every check.
    env: { ...process.env, PROVE: "", PATH: path, ...environment },
    stdio: "ignore",
  });
  return new Promise((resolve) => void program.once("exit", (status) => resolve(status === 0)));
}

function describe({ file, line, original }: Mutant): string {
  return `${original.replaceAll(/\s+/g, " ").slice(0, 90)} (${file}:${line})`;
}
