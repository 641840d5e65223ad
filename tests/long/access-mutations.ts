import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod/mini";
import { reportResult } from "./check.ts";
import { describeMutant, findMutants, type Mutant, withSwitches } from "./mutants.ts";

// Removes each access check of the staff area in turn and expects a response that is not in the access table (tests/access). If there is
// none, the check is untested. A copy of the program is built once, with a switch for each check. Arguments limit the run to checks whose
// file or text contains one of them.

const root = process.cwd();
const copy = await mkdtemp(join(tmpdir(), "practice-mutants-"));
const copied = [
  "app",
  "content",
  "demo",
  "packages",
  "server",
  "tests",
  "package.json",
  "tsconfig.json",
  "react-router.config.ts",
  "vite.config.ts",
  "vite.islands.config.ts",
  "vitest.config.ts",
  "fences.config.ts",
];

/** The result of one test in Vitest's JSON report. The duration is in milliseconds. */
const assertion = z.object({
  fullName: z.string(),
  status: z.string(),
  duration: z.optional(z.nullable(z.number())),
  failureMessages: z.array(z.string()),
});
const report = z.object({
  testResults: z.array(
    z.object({ name: z.string(), status: z.string(), assertionResults: z.array(assertion) }),
  ),
});

try {
  for (const part of copied) await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, "node_modules"), join(copy, "node_modules"));
  const mutants = findMutants(copy);
  const selected = mutants.filter(isSelected);
  await buildWith(mutants);
  await writeFile(join(copy, "removed-checks.json"), JSON.stringify(selected));
  const results = await runTests();
  const isRemoval = ({ fullName }: { fullName: string }): boolean => fullName.startsWith("without ");
  // A changed response proves nothing if it is also there with every check in place.
  for (const result of results.filter((each) => !isRemoval(each))) print(result);
  const removals = results.filter(isRemoval);
  for (const removal of removals) print(removal);
  if (removals.length !== selected.length) {
    throw new Error(`${removals.length} of ${selected.length} checks were removed`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}

function isSelected(mutant: Mutant): boolean {
  const words = process.argv.slice(2);
  return words.length === 0 || words.some((word) => describeMutant(mutant).includes(word));
}

async function buildWith(mutants: readonly Mutant[]): Promise<void> {
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const path = join(copy, file);
    const its = mutants.filter((mutant) => mutant.file === file);
    await writeFile(path, withSwitches(await readFile(path, "utf8"), its));
  }
  if (run("npm run --silent build") !== 0) throw new Error("the build failed");
}

/** Runs the access tests, and removes each selected check. @returns the results of the tests that ran */
async function runTests(): Promise<z.infer<typeof assertion>[]> {
  const [tests, file] = ["tests/long/removed-checks", join(copy, "report.json")];
  await cp(join(copy, `${tests}.ts`), join(copy, `${tests}.http.test.ts`));
  run(`vitest run --project http tests/access ${tests} --reporter=json --outputFile=${file}`);
  const { testResults } = report.parse(JSON.parse(await readFile(file, "utf8")));
  for (const { name, status, assertionResults } of testResults) {
    if (status === "failed" && assertionResults.length === 0) throw new Error(`${name} could not be loaded`);
  }
  const ran = new Set(["passed", "failed"]);
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => ran.has(status)),
  );
}

/** @returns the exit code */
function run(command: string): number | null {
  const path = `${join(copy, "node_modules/.bin")}:${process.env["PATH"]}`;
  // Without the tests with more rounds, and without running failed tests again.
  const { CI: _, PROVE: __, ...environment } = process.env;
  return spawnSync(command, { cwd: copy, shell: true, env: { ...environment, PATH: path }, stdio: "inherit" })
    .status;
}

function print({ fullName, status, duration, failureMessages }: z.infer<typeof assertion>): void {
  const seconds = (duration ?? 0) / 1000;
  if (status === "passed") reportResult({ what: fullName, seconds });
  else reportResult({ what: fullName, seconds, failure: failureMessages.join("\n") });
}
