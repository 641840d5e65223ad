import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { findPostgresBinaries, findPostgresOfRelease } from "../src/postgres-binaries.ts";

test("the PostgreSQL of a release is found by the folder of the release, with its major version", () => {
  const own = findPostgresBinaries();
  expect(findPostgresOfRelease(process.cwd())).toEqual(own);
  expect(own.majorVersion).toBe(18);
});

test("a folder that is not a release is refused with a sentence that names it", () => {
  expect(() => findPostgresOfRelease(tmpdir())).toThrow(
    `The folder ${tmpdir()} is not a release with PostgreSQL for this machine`,
  );
});
