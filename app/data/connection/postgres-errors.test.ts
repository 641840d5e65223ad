import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { isUnavailable } from "./postgres-errors.server.ts";

test.each([
  ["08006", "connection failure"],
  ["57P01", "ended by the administrator"],
  ["57P02", "crashed"],
  ["57P03", "starting up"],
  ["53100", "disk full"],
  ["53200", "out of memory"],
  ["53300", "too many connections"],
  ["25006", "a standby, or set to read-only"],
  ["55P03", "waited too long for a lock"],
  ["57014", "took too long"],
  ["40P01", "deadlock"],
  ["ECONNREFUSED", "nobody listens"],
  ["EPIPE", "closed during a write"],
])("code %s (%s) is temporary", (code) => {
  expect(isUnavailable(Object.assign(new Error(), { code }))).toBe(true);
});

test.each([["23505"], ["42P01"], ["22P02"]])("code %s is not temporary", (code) => {
  expect(isUnavailable(Object.assign(new Error(), { code }))).toBe(false);
});

test("a missing socket counts as unavailable; a missing file does not", async () => {
  const socketError = await new Promise((resolve) =>
    connect("/nowhere/.s.PGSQL.5432").once("error", resolve),
  );
  const fileError: unknown = await readFile("/nowhere/file").catch((error: unknown) => error);
  expect(isUnavailable(socketError)).toBe(true);
  expect(isUnavailable(fileError)).toBe(false);
});

test("errors of other sources do not count", () => {
  for (const thrown of [
    undefined,
    null,
    "57P01",
    new Error("duplicate key value violates unique constraint"),
    {},
  ]) {
    expect(isUnavailable(thrown)).toBe(false);
  }
});
