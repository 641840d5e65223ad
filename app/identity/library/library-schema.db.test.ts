import { sql } from "kysely";
import { expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { testSiteUrl } from "#tests/kit/app.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { configureBetterAuth } from "./better-auth.server.ts";

const { db } = testDatabase();

test("the tables have the columns that the library's version writes", async () => {
  await expect(compareSchema()).resolves.toBeUndefined();
  await sql`alter table staff_sessions rename column user_agent to browser`.execute(db);
  try {
    await expect(compareSchema()).rejects.toThrow(/user_?agent/i);
  } finally {
    await sql`alter table staff_sessions rename column browser to user_agent`.execute(db);
  }
});

/** A new configuration for each call, because the library stores the result. */
async function compareSchema(): Promise<void> {
  const auth = configureBetterAuth({
    db,
    log: silentLog,
    siteUrl: testSiteUrl,
    sessionSecrets: ["a secret of a test, long enough"],
  });
  const { explicitSchemaCheck } = await auth.$context;
  if (explicitSchemaCheck === undefined) throw new Error("The library has no check of the schema.");
  await explicitSchemaCheck();
}
