import { describe, expect, onTestFinished, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { operatorsDatabase } from "#tests/kit/operators-database.ts";
import { emptyDatabase } from "#tests/kit/database.ts";
import { startTransactionPooler } from "#tests/kit/transaction-pooler.ts";
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

const create = "create table people (id int primary key); create table letters (id int primary key)";
const tables = ["people", "letters"];

async function openDatabase(url: string) {
  const pool = openPool({ connectionString: url }, silentLog);
  onTestFinished(() => pool.end());
  const listFiles = async () => {
    const { rows } = await pool.query<{ file: string }>(
      "select pg_relation_filepath(name) as file from unnest($1::text[]) as name",
      [tables],
    );
    return rows.map(({ file }) => file);
  };
  return { pool, listFiles };
}

describe("behind a pooler", () => {
  async function openPooled() {
    const url = new URL(await emptyDatabase());
    const direct = await openDatabase(url.href);
    await direct.pool.query(create);
    const pooler = await startTransactionPooler({ port: Number(url.port) });
    onTestFinished(pooler.stop);
    url.port = String(pooler.port);
    const { pool } = await openDatabase(url.href);
    return { direct, pool };
  }

  test("rewrites tables, and marks no index for a later CLUSTER", async () => {
    const { direct, pool } = await openPooled();
    const before = await direct.listFiles();
    await rewriteTables(pool, tables);
    const after = await direct.listFiles();
    expect(after.filter((file) => before.includes(file))).toEqual([]);
    const marked = await direct.pool.query("select from pg_index where indisclustered");
    expect(marked.rowCount).toBe(0);
  });

  test("gives up if a transaction uses a table, so that other queries do not wait for it", async () => {
    const { direct, pool } = await openPooled();
    const reader = await direct.pool.connect();
    await reader.query("begin; select from letters");
    await expect(rewriteTables(pool, tables)).rejects.toMatchObject({ code: "55P03", tables: ["letters"] });
    reader.release(true);
  });
});

test("continues after a table that takes too long, and names it", async () => {
  const { pool, listFiles } = await openDatabase(await emptyDatabase());
  await pool.query(create);
  await pool.query(`
    create function wait(value int) returns int language sql immutable as 'select value';
    create index slow on people (wait(id));
    insert into people values (1);
    create or replace function wait(value int) returns int language sql immutable as
      'select value from (select pg_sleep(600) offset 0) as slept';`);
  const [people, letters] = await listFiles();
  const rewritten: string[] = [];
  const options = {
    maxLockMs: 3_000,
    onRewritten: async (table: string) => void rewritten.push(table),
  };
  await expect(rewriteTables(pool, tables, options)).rejects.toMatchObject({
    code: "57014",
    tables: ["people"],
  });
  expect(rewritten).toEqual(["letters"]);
  expect(await listFiles()).toEqual([people, expect.not.stringMatching(`${letters}$`)]);
});
