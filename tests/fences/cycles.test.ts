import { describe, expect, test } from "vitest";
import { findCycles, readFileImports, readFolderImports } from "./import-graph.ts";
import { filesBelow, readSource } from "./source-files.ts";

const product = ["app", "content", "demo", "packages", "server"]
  .flatMap((folder) => filesBelow(folder, /\.(tsx?|mjs)$/))
  .filter((file) => !/\.test\.tsx?$/.test(file));
const files = readFileImports(Object.fromEntries(product.map((file) => [file, readSource(file)])));

describe("the product", () => {
  test("has no import cycle between files, imports of types included", () => {
    expect(files.size).toBeGreaterThan(500);
    expect(findCycles(files)).toEqual([]);
  });

  test("has no import cycle between folders, imports of types included", () => {
    expect(findCycles(readFolderImports(files))).toEqual([]);
  });
});

describe("planted", () => {
  const withoutFileCycle = {
    "app/a/one.ts": 'import { two } from "#app/b/two.ts";',
    "app/b/two.ts": "export const two = 2;",
    "app/b/three.ts": 'import type { Four } from "#app/c/four.ts";',
    "app/c/four.ts": 'export type { One } from "#app/a/one.ts";',
  };

  test("a cycle between folders is found although no files import each other", () => {
    const graph = readFileImports(withoutFileCycle);
    expect(findCycles(graph)).toEqual([]);
    expect(findCycles(readFolderImports(graph))).toEqual([["app/a", "app/b", "app/c"]]);
  });

  test("a cycle between a folder and its subfolder is found", () => {
    const graph = readFileImports({
      "app/a/one.ts": 'import { two } from "#app/a/parts/two.ts";',
      "app/a/parts/two.ts": 'import type { Three } from "#app/a/three.ts";',
      "app/a/three.ts": "export type Three = 3;",
    });
    expect(findCycles(readFolderImports(graph))).toEqual([["app/a", "app/a/parts"]]);
  });

  test.each([
    ['import type { Two } from "./two.ts";', 'export type { One } from "./one.ts";'],
    ['const { two } = await import("./two.ts");', 'import "./one.ts";'],
    ['import {\n  two,\n} from "./two.ts?inline";', 'import * as one from "./one.ts";'],
  ])("a cycle between files is found: %j", (one, two) => {
    const graph = readFileImports({ "app/a/one.ts": one, "app/a/two.ts": two });
    expect(findCycles(graph)).toEqual([["app/a/one.ts", "app/a/two.ts"]]);
  });
});
