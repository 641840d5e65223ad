import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { scripts } from "#package.json";
import config from "../../oxlint.config.ts";
import { importPlants } from "./import-plants.ts";
import type { Plant } from "./plant.ts";
import { root } from "./source-files.ts";
import { syntaxPlants } from "./syntax-plants.ts";
import { typePlants } from "./type-plants.ts";

const plants = [...importPlants, ...syntaxPlants, ...typePlants];
let reports: ReadonlyMap<string, readonly string[]>;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "fences-"));
  reports = await lintPlants(folder);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(plants)("$rule: $what", ({ rule, breaks, keeps }) => {
  test.each(Object.keys(breaks))("%s is reported as an error by this rule only", (file) => {
    expect(reports.get(file)).toEqual([`${rule}: error`]);
  });
  test.each(Object.keys(keeps))("%s is accepted", (file) => {
    expect(reports.get(file)).toBeUndefined();
  });
});

test("every rule that is enabled by name has a sample violation", () => {
  const named = Object.entries(config.rules ?? {}).flatMap(([rule, level]) =>
    level === "off" ? [] : [rule],
  );
  const planted = new Set(plants.map((plant) => plant.rule));
  expect(named.filter((rule) => !planted.has(rule))).toEqual([]);
});

test("`npm run check:quick` reports type errors", async () => {
  expect(scripts["check:quick"]).toContain("node --run lint");
  expect(scripts.lint).toContain("oxlint --type-check");
  const file = "app/intake/wrong-type.ts";
  await writeFile(join(folder, file), `export const count: number = "one";`);
  const reported = await lint(folder, ["--type-check", file]);
  expect(reported.map(({ code, severity }) => `${code} ${severity}`)).toEqual(["typescript(TS2322) error"]);
}, 30_000);

test("no two samples share a file", () => {
  const files = plants.flatMap((plant) => [...Object.keys(plant.breaks), ...Object.keys(plant.keeps)]);
  expect(files).toEqual([...new Set(files)]);
});

/** Lints all samples in one run, with the real configuration, in a temporary tree. @returns reports by file */
async function lintPlants(tree: string): Promise<Map<string, string[]>> {
  for (const file of [
    "oxlint.config.ts",
    "fences.config.ts",
    "fences.rules.ts",
    "package.json",
    "tsconfig.json",
  ]) {
    await copyFile(join(root, file), join(tree, file));
  }
  await symlink(join(root, "node_modules"), join(tree, "node_modules"));
  for (const [file, code] of plants.flatMap(filesOf)) {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), code);
  }
  const found = new Map<string, string[]>();
  const folders = ["app", "content", "packages", "server", "bench"];
  for (const { code, severity, filename } of await lint(tree, folders)) {
    const rule = ruleOf(code);
    const known = found.get(filename) ?? [];
    found.set(filename, [...new Set([...known, `${rule}: ${severity}`])]);
  }
  return found;
}

function filesOf(plant: Plant): [file: string, code: string][] {
  return [...Object.entries(plant.breaks), ...Object.entries(plant.keeps)];
}

const answerSchema = z.object({
  diagnostics: z.array(
    z.object({
      code: z.string().default("eslint(unused-directive)"),
      severity: z.string(),
      filename: z.string(),
    }),
  ),
});

function lint(tree: string, args: readonly string[]): Promise<z.infer<typeof answerSchema>["diagnostics"]> {
  const linter = join(root, "node_modules/oxlint/bin/oxlint");
  return new Promise((answer, fail) => {
    execFile(
      process.execPath,
      [linter, "-f", "json", ...args],
      { cwd: tree, maxBuffer: 2 ** 26 },
      (_, stdout) => {
        try {
          answer(answerSchema.parse(JSON.parse(stdout)).diagnostics);
        } catch (error) {
          fail(new Error(`oxlint did not print a JSON report: ${stdout.slice(0, 500)}`, { cause: error }));
        }
      },
    );
  });
}

/** Converts `eslint(max-lines)` to the configuration's spelling, `max-lines`. */
function ruleOf(code: string): string {
  const [, plugin = "", rule = ""] = /^([\w-]+)\(([\w-]+)\)$/.exec(code) ?? [];
  if (plugin === "eslint") return rule;
  return `${plugin === "react-hooks" ? "react" : plugin}/${rule}`;
}
