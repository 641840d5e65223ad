import { expect, test } from "vitest";
import { jsonFile } from "./json-file.ts";

const person = {
  madeAt: new Date("2026-11-21T12:00:00Z"),
  record: { name: "Ada\nByron", nested: { list: [1, [2], {}], empty: [] } },
  nothing: null,
  none: [],
  rows: [{ id: 1, text: 'a "quoted"\r\nline' }, { id: 2, changes: { status: "new" } }, []],
};

async function* each(rows: readonly unknown[]): AsyncGenerator<unknown> {
  yield* rows;
}

async function textOf(entries: readonly (readonly [string, unknown])[]): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of jsonFile(entries)) chunks.push(chunk);
  return chunks;
}

test("the text of a file is that of the object", async () => {
  const entries = Object.entries(person).map(
    ([name, value]) => [name, Array.isArray(value) ? each(value) : value] as const,
  );
  expect((await textOf(entries)).join("")).toBe(JSON.stringify(person, null, 2));
});

test("a long list has several chunks", async () => {
  const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, text: "x".repeat(100) }));
  const chunks = await textOf([["rows", each(rows)]]);
  expect(chunks.length).toBeGreaterThan(3);
  expect(JSON.parse(chunks.join(""))).toEqual({ rows });
});
