import { describe, expect, test } from "vitest";
import { filesBelow, readSource } from "#tests/fences/source-files.ts";
import { findViolations } from "./expansion.ts";

/** Merged before the rule. Files never change, so the later ones have to comply with it. */
const lastFree = "0073";

/** Reported for a file that was merged before the rule. The changelog says what it means for an upgrade. */
const knownViolation =
  "0089_sent_time_of_emails.sql updates letters after it has changed the table, which stays locked meanwhile";

const files = filesBelow("app/data/migrations", /\.sql$/);
const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

test("each new migration keeps the previous release working, or declares that it does not", async () => {
  const later = files.filter((file) => nameOf(file).slice(0, 4) > lastFree);
  expect(later.length).toBeGreaterThan(0);
  const found = await Promise.all(later.map((file) => findViolations(nameOf(file), readSource(file))));
  expect(found.flat()).toEqual([knownViolation]);
});

test("merged migrations that only add tables and columns comply too", async () => {
  const additions = ["0065", "0066", "0070", "0073"].map((number) => {
    const file = files.find((each) => nameOf(each).startsWith(number)) ?? "";
    return findViolations(nameOf(file), readSource(file));
  });
  expect((await Promise.all(additions)).flat()).toEqual([]);
});

describe("planted", () => {
  const check = (sql: string): Promise<string[]> => findViolations("0080_example.sql", sql);

  test.each([
    ["drop table people", "has a DropStmt"],
    ["drop index people_queue", "has a DropStmt"],
    ["drop function refresh_sources(uuid)", "has a DropStmt"],
    ["alter table people drop column score", "changes people with AT_DropColumn"],
    ["alter table people rename to persons", "has a RenameStmt"],
    ["alter table people rename column score to points", "has a RenameStmt"],
    ["alter table people alter score type bigint", "changes people with AT_AlterColumnType"],
    ["alter table people alter score set not null", "changes people with AT_SetNotNull"],
    ["alter table people alter score drop not null", "changes people with AT_DropNotNull"],
    ["alter table people alter status drop default", "changes people with AT_ColumnDefault"],
    [
      "alter table people add constraint c check (score > 0) not valid",
      "changes people with AT_AddConstraint",
    ],
    ["alter table people drop constraint c", "changes people with AT_DropConstraint"],
    ["alter table people add column a int not null", "adds people.a, which is not null and has no default"],
    ["alter table people add column a int unique", "adds people.a with CONSTR_UNIQUE"],
    ["alter table people add column a int references events", 'refers to events without "on delete"'],
    ["alter table people add column a uuid default gen_random_uuid()", "a default that rewrites the table"],
    ["alter table people add column a int generated always as (score) stored", "with CONSTR_GENERATED"],
    ["create table a (person uuid references people (id))", 'refers to people without "on delete"'],
    ["create table a (b int, foreign key (b) references people)", 'refers to people without "on delete"'],
    ["create unique index concurrently a on people (score)", "creates a, which rejects rows"],
    ["create index a on people (score)", "creates a on people, which exists, without concurrently"],
    ["create or replace function f() returns int language sql as 'select 1'", "has a CreateFunctionStmt"],
    ["create trigger t before insert on people execute function f()", "has a CreateTrigStmt"],
    ["update people set status = 'won'", "updates people.status"],
    [
      "alter table people add column a int; update people set a = score",
      "updates people after it has changed",
    ],
    ["delete from people", "has a DeleteStmt"],
    ["truncate people", "has a TruncateStmt"],
    ["do $$ begin drop table people; end $$", "has a DoStmt"],
    ["revoke all on people from public", "has a GrantStmt"],
    ["select 1; commit", "has a TransactionStmt"],
  ])("%s is reported", async (sql, violation) => {
    expect(await check(sql)).toEqual([expect.stringContaining(violation)]);
  });

  test.each([
    "create table a (id int primary key, person uuid not null references people (id) on delete cascade)",
    "create table a (b int); create unique index on a (b); alter table a add check (b > 0)",
    "alter table people add column a text not null default '' check (a <> 'b')",
    "alter table people add column a timestamptz default now(), add column b text[] not null default '{}'::text[]",
    "-- migration: index in a transaction, because the table is small\nalter table people add column a int; update people set a = score",
    "alter table people alter status set default 'new'",
    "create table a (b int); create function f() returns trigger language plpgsql as ''; create trigger t before insert on a execute function f()",
    "-- migration: concurrent\ncreate index concurrently if not exists a on people (score)",
    "-- migration: index in a transaction, because the table is small\ncreate index a on people (score)",
    "-- migration: contracts, requires 0076\nalter table people drop column score",
    "-- migration: safe, because no release uses the table\ndrop table people",
  ])("%s is accepted", async (sql) => {
    expect(await check(sql.replace("", ""))).toEqual([]);
  });

  test("neither declaration covers an index that lets writes wait", async () => {
    expect(await check("-- migration: safe, because x\ncreate index a on people (score)")).toHaveLength(1);
  });
});
