import { expect, test } from "vitest";
import { describePostgresFailure, isTemporaryFailure } from "../src/postgres-failure.ts";

test.each([
  [
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    "There is no space left for the database in /d: free some space and start again.",
  ],
  [
    'FATAL:  could not open file "/d/postgresql.conf": Permission denied',
    "The database folder /d belongs to another user or is not accessible to this one: start the program as the user who owns it, or choose another DATA_DIR.",
  ],
  [
    'LOG:  could not create directory "/d/x": Read-only file system',
    "The database folder /d is on a read-only file system: make it writable or choose another DATA_DIR.",
  ],
  [
    "FATAL:  could not map anonymous shared memory: Cannot allocate memory",
    "There is not enough memory to start the database: free some, or set DATABASE_URL to a PostgreSQL server elsewhere.",
  ],
  [
    "LOG:  database system was interrupted\nPANIC:  could not locate a valid checkpoint record at 0/14D8",
    "PostgreSQL could not start on /d (could not locate a valid checkpoint record at 0/14D8): correct that, or set DATABASE_URL to another PostgreSQL server.",
  ],
  ["", "PostgreSQL could not start on /d: correct that, or set DATABASE_URL to another PostgreSQL server."],
])("the output %j becomes one sentence", (output, sentence) => {
  expect(describePostgresFailure("/d", output)).toBe(sentence);
});

test("only failures caused by an ending server are retried", () => {
  expect(isTemporaryFailure('FATAL:  lock file "postmaster.pid" already exists')).toBe(true);
  expect(isTemporaryFailure("FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use")).toBe(
    true,
  );
  expect(isTemporaryFailure("FATAL:  could not open file")).toBe(false);
});
