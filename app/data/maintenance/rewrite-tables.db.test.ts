import { expect, onTestFinished, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { operatorsDatabase } from "#tests/kit/operators-database.ts";
import { openPool } from "#app/data/connection/open-pool.server.ts";
import { rewriteTables } from "./rewrite-tables.server.ts";

test("on an external server, rewrites tables and clears the write-ahead log if the role has the privilege", async () => {
  const site = await operatorsDatabase(
    ({ role, database }) =>
      `grant create on schema public to ${role}; alter database ${database} owner to ${role}`,
  );
  const pool = openPool({ connectionString: site.url }, silentLog);
  onTestFinished(async () => {
    await pool.end();
    await site.remove();
  });
  await pool.query("create table people (name text)");
  const file = async () =>
    (await pool.query<{ file: string }>("select pg_relation_filepath('people') as file")).rows[0]?.file;
  const before = await file();
  expect(await rewriteTables(pool, ["people"])).toEqual({ isLogCleared: false });
  expect(await file()).not.toBe(before);
  await site.prepare(
    `grant pg_checkpoint to ${site.role}; grant execute on function pg_switch_wal() to ${site.role}`,
  );
  expect(await rewriteTables(pool, [])).toEqual({ isLogCleared: true });
});
