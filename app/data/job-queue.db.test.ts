import { expect, it } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { queueDatabase } from "./job-queue.server.ts";

const { pool } = testDatabase();

it("the queue gets the rows of every statement in a text, and of one with values", async () => {
  const database = queueDatabase(pool);
  expect(await database.executeSql("select 1 as n; select 2 as n")).toEqual({ rows: [{ n: 1 }, { n: 2 }] });
  expect(await database.executeSql("select $1::int as n", [3])).toEqual({ rows: [{ n: 3 }] });
});
