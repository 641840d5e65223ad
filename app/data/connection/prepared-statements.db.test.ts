import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";

const { db } = testDatabase();

describe("statements", () => {
  test("are prepared once per connection for any number of executions", async () => {
    await db.connection().execute(async (connection) => {
      for (const subject of ["one", "two"]) {
        await connection.selectFrom("letters").select("id").where("subject", "=", subject).execute();
      }
      const { rows } = await sql<{ times: number }>`
        select generic_plans + custom_plans as times from pg_prepared_statements where statement like 'select "id" from "letters" where "subject"%'
      `.execute(connection);
      expect(rows).toEqual([{ times: 2 }]);
    });
  });

  test.each([
    "select * from guests",
    "select guests.* from guests",
    "select distinct on (name) * from guests",
    "select distinct on (name) guests.* from guests",
  ])("that select all columns work after a migration has added one: %s", async (text) => {
    await db.connection().execute(async (connection) => {
      await sql`drop table if exists pg_temp.guests`.execute(connection);
      await sql`create temporary table guests (name text)`.execute(connection);
      await sql`insert into guests values ('first')`.execute(connection);
      const all = sql.raw(text);
      expect((await all.execute(connection)).rows).toEqual([{ name: "first" }]);
      await sql`alter table guests add column seat int default 1`.execute(connection);
      expect((await all.execute(connection)).rows).toEqual([{ name: "first", seat: 1 }]);
    });
  });
});
