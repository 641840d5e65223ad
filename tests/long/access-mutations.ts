import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check } from "./check.ts";
import { findMutants, type Mutant, mutate } from "./mutants.ts";

// Takes out every check of the staff area, one at a time, builds the program without it, and expects the walk through all doors
// (tests/access) to fail. A check whose absence nobody notices is none.

const root = process.cwd();
const copy = await mkdtemp(join(tmpdir(), "practice-mutants-"));
try {
  for (const part of ["app", "content", "server", "tests", "package.json", "tsconfig.json", ...configs()]) {
    await cp(join(root, part), join(copy, part), { recursive: true });
  }
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  let isSound = false;
  await check("the walk through all doors, with every check in its place", async () => {
    const outcome = await walk();
    if (outcome !== "passes") throw new Error(`it ${outcome}, so nothing would be shown by its failing`);
    isSound = true;
    return undefined;
  });
  for (const mutant of isSound ? findMutants(copy) : []) {
    await check(`without ${describe(mutant)}`, async () => {
      const file = join(copy, mutant.file);
      const text = await readFile(file, "utf8");
      await writeFile(file, mutate(text, mutant));
      const outcome = await walk();
      await writeFile(file, text);
      if (outcome !== "fails") throw new Error(`the walk ${outcome}`);
      return "noticed";
    });
  }
} finally {
  await rm(copy, { recursive: true, force: true });
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

/** Builds and walks. Only a door that answers otherwise counts as noticed: not a build, a database or a test that failed by itself. */
async function walk(): Promise<"passes" | "fails" | "cannot be built" | "broke off"> {
  if (!run("npm run --silent build")) return "cannot be built";
  const report = join(copy, "report.json");
  await rm(report, { force: true });
  const passes = run(`vitest run --project http tests/access --reporter=json --outputFile=${report}`);
  if (passes) return "passes";
  const told = await readFile(report, "utf8").catch(() => "");
  return told.includes("AssertionError") ? "fails" : "broke off";
}

function run(command: string): boolean {
  const path = `${join(copy, "node_modules/.bin")}:${process.env["PATH"]}`;
  const { status } = spawnSync(command, {
    cwd: copy,
    shell: true,
    env: { ...process.env, PATH: path },
    stdio: "ignore",
  });
  return status === 0;
}

function describe({ file, line, original }: Mutant): string {
  return `${original.replaceAll(/\s+/g, " ").slice(0, 90)} (${file}:${line})`;
}
