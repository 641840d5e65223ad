import { expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { readDatabaseTime } from "./read-database-time.server.ts";

const { db } = testDatabase();

test("the database time advances within a transaction", async () => {
  const [first, second] = await db.transaction().execute(async (trx) => {
    const before = await readDatabaseTime(trx);
    await new Promise((resolve) => setTimeout(resolve, 10));
    return [before, await readDatabaseTime(trx)];
  });
  expect(second?.getTime()).toBeGreaterThan(first?.getTime() ?? Number.NaN);
});
