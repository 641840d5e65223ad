import { describe, expect, test } from "vitest";
import { folderLimits } from "../../fences.config.ts";
import { findFolderViolations } from "./folder-limits.ts";
import { sourceFiles } from "./source-files.ts";

describe("the product", () => {
  test("has no folder with more files than the maximum, and no folder inside a topic", () => {
    expect(findFolderViolations(sourceFiles)).toEqual([]);
  });

  test.each(Object.keys(folderLimits.uniform))("has the folder %s, which has no maximum", (folder) => {
    expect(sourceFiles.some((file) => file.startsWith(`${folder}/`))).toBe(true);
  });
});

describe("planted", () => {
  const fill = (folder: string, count: number, ending = ".ts"): string[] =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`);

  test("a folder with one file too many is found", () => {
    expect(findFolderViolations(fill("app/intake/form", folderLimits.maxFiles))).toEqual([]);
    expect(findFolderViolations(fill("app/intake/form", folderLimits.maxFiles + 1))).toEqual([
      "app/intake/form has 16 files: split it by subject",
    ]);
  });

  test("style sheets count, and tests, README files and files of subfolders do not", () => {
    const full = fill("app/ui", folderLimits.maxFiles);
    const uncounted = ["app/ui/field.test.tsx", "app/ui/README.md", "app/ui/fonts/fonts.css"];
    expect(findFolderViolations([...full, ...uncounted])).toEqual([]);
    expect(findFolderViolations([...full, "app/ui/sheet.css"])).toHaveLength(1);
  });

  test("a folder inside a topic is found", () => {
    expect(findFolderViolations(["app/intake/form/fields/field.tsx"])).toEqual([
      "app/intake/form/fields is a folder inside a topic",
    ]);
  });

  test("a uniform folder and the tests have no maximum", () => {
    expect(findFolderViolations(fill("app/data/migrations", 100, ".sql"))).toEqual([]);
    expect(findFolderViolations([...fill("tests/kit", 50), ...fill("packages/a/tests", 50)])).toEqual([]);
  });
});
