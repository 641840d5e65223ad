import { expect, test } from "vitest";
import { describePostgresFailure, isPassingFailure } from "./postgres-failure.ts";

test.each([
  [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    "There is no space left for the database in /d: free some space and start again.",
  ],
  [
    'FATAL:  could not open file "/d/postgresql.conf": Permission denied',
    "The database folder /d belongs to another user or is closed to this one: start the program as the user who owns it, or choose another DATA_DIR.",
  ],
  [
    'LOG:  could not create directory "/d/x": Read-only file system',
    "The database folder /d lies on a file system that can only be read: make it writable or choose another DATA_DIR.",
  ],
  [
    "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
    "There is not enough memory to start the database: free some, or set DATABASE_URL to a PostgreSQL server elsewhere.",
  ],
  [
    "LOG:  database system was interrupted\nPANIC:  could not locate a valid checkpoint record at 0/14D8",
    "PostgreSQL could not start on /d (could not locate a valid checkpoint record at 0/14D8): mend that, or set DATABASE_URL to a PostgreSQL server of your own.",
  ],
  [
    "",
    "PostgreSQL could not start on /d: mend that, or set DATABASE_URL to a PostgreSQL server of your own.",
  ],
])("the output %j becomes one sentence", (output, sentence) => {
  expect(describePostgresFailure("/d", output)).toBe(sentence);
});

test("only what a dying server leaves behind is worth another try", () => {
  expect(isPassingFailure('FATAL:  lock file "postmaster.pid" already exists')).toBe(true);
  expect(isPassingFailure("FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use")).toBe(
    true,
  );
  expect(isPassingFailure("FATAL:  could not open file")).toBe(false);
});
