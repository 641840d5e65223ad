import { sql } from "kysely";
import type { Pool } from "pg";
import { afterEach, describe, expect, test } from "vitest";
import { silentLog } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import { type Names, operatorsDatabase, type OperatorsDatabase } from "#tests/kit/operators-database.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";
import { migrate } from "./migrate.server.ts";
import { openPool, openQueries } from "#app/data/connection/open-pool.server.ts";
import { containsWords } from "#app/data/lists/search.server.ts";

const databases: OperatorsDatabase[] = [];
const pools: Pool[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
  await Promise.all(databases.splice(0).map((database) => database.remove()));
});

async function prepared(statements: (names: Names) => string): Promise<OperatorsDatabase> {
  const database = await operatorsDatabase(statements);
  databases.push(database);
  return database;
}

function poolOn({ url }: OperatorsDatabase): Pool {
  const pool = openPool({ connectionString: url }, silentLog);
  pools.push(pool);
  return pool;
}

const both = (schema: string) =>
  `create extension pg_trgm schema ${schema}; create extension unaccent schema ${schema};`;

/** Tables in the role's own schema, as is common if programs share a database. */
const ownSchema = ({ role }: Names) =>
  `create schema "Own" authorization ${role}; alter role ${role} set search_path = "Own", public;`;

const extensionsElsewhere = ({ role }: Names) => `
  create schema extensions; grant usage on schema extensions to ${role}; ${both("extensions")}
  grant create on schema public to ${role};`;

describe("a database is migrated, searched, dumped and restored", () => {
  test.each<[string, (names: Names) => string]>([
    [
      "if the role owns the empty database",
      ({ role, database }) => `alter database ${database} owner to ${role};`,
    ],
    [
      "if the extensions are in another schema of the search_path",
      (names) =>
        `${extensionsElsewhere(names)} alter role ${names.role} set search_path = public, extensions;`,
    ],
    ["if the extensions are in a schema outside the search_path", extensionsElsewhere],
    [
      "if each extension is in a separate schema",
      (names) => `
        create schema "Trigrams"; create schema accents;
        grant usage on schema "Trigrams", accents to ${names.role};
        create extension pg_trgm schema "Trigrams"; create extension unaccent schema accents;
        ${ownSchema(names)}`,
    ],
    [
      "if the tables are in the role's own schema and it can create extensions",
      (names) => `grant create on database ${names.database} to ${names.role}; ${ownSchema(names)}`,
    ],
    [
      "if the tables are in the role's own schema and the extensions in public",
      (names) => `${both("public")} ${ownSchema(names)}`,
    ],
    [
      "if one extension exists and the role can create the other",
      (names) => `
        create extension unaccent; grant create on database ${names.database} to ${names.role};
        ${ownSchema(names)}`,
    ],
    [
      "if the role can create only tables and the extensions exist",
      ({ role }) => `${both("public")} grant create on schema public to ${role};`,
    ],
  ])("%s", async (_where, statements) => {
    const pool = poolOn(await prepared(statements));
    expect(await migrate({ pool, log: silentLog })).toContain("0008_the_desk.sql");
    expect(await migrate({ pool, log: silentLog })).toEqual([]);
    const db = openQueries(pool);
    const id = await storedLeads(db).storeAssessment({ name: "Émile Ångström", phone: "(555) 010-0123" });
    for (const searched of ["angstrom emile", "555-010", "em"]) {
      const found = db.selectFrom("preLoiAssessments").select("id");
      expect(await found.where(containsWords(sql`searchable`, searched)).execute()).toEqual([{ id }]);
    }
    await worksWithoutSearchPath(pool);
  });
});

/** Restoring a dump, and since PostgreSQL 17 rebuilding an index, runs without a search path, so names need their schema. */
async function worksWithoutSearchPath(pool: Pool): Promise<void> {
  const client = await pool.connect();
  const { rows } = await client.query<{ schema: string }>("select quote_ident(current_schema) as schema");
  const schema = rows[0]?.schema ?? "";
  await client.query("set search_path = ''");
  const functions = await client.query<{ name: string; text: string }>(
    "select proname as name, pg_get_functiondef(oid) as text from pg_proc where pronamespace = $1::regnamespace and proname like '%search\\_%' order by 1",
    [schema],
  );
  expect(functions.rows.map(({ name }) => name)).toEqual([
    "person_search_form",
    "search_form",
    "search_pattern",
  ]);
  for (const { text } of functions.rows) await client.query(text);
  const patterns = await client.query(`select ${schema}.search_pattern('50%É') as pattern`);
  expect(patterns.rows).toEqual([{ pattern: "%50\\%e%" }]);
  // The generated column and the indexes are computed again.
  await client.query(`update ${schema}.pre_loi_assessments set name = 'Zoë'`);
  const answer = await client.query(`select searchable from ${schema}.pre_loi_assessments`);
  expect(answer.rows).toEqual([{ searchable: " zoe a@example.com (555) 010-0123 5550100123" }]);
  const indexes = await client.query<{ text: string; name: string }>(
    "select pg_get_indexdef(indexrelid) as text, indexrelid::regclass::text as name from pg_index where pg_get_indexdef(indexrelid) ~ 'search_form|gin_trgm_ops'",
  );
  expect(indexes.rows).toHaveLength(9);
  for (const { name, text } of indexes.rows) await client.query(`drop index ${name}; ${text}`);
  client.release(true);
}

async function refusal(database: OperatorsDatabase): Promise<string> {
  const error: unknown = await migrate({ pool: poolOn(database), log: silentLog }).then(
    () => new Error("it was accepted"),
    (problem: unknown) => problem,
  );
  if (!(error instanceof StartupProblem)) throw error;
  expect(error.message).not.toContain("\n");
  return error.message;
}

/** The command in a message. */
function commandIn(sentence: string): string {
  return /as an administrator run "(.*?)" in that database and start again\.$/.exec(sentence)?.[1] ?? "";
}

async function runsNow(database: OperatorsDatabase): Promise<void> {
  expect(await migrate({ pool: poolOn(database), log: silentLog })).toContain("0008_the_desk.sql");
}

describe("a role that cannot create tables", () => {
  test.each<[string, (names: Names) => string, (names: Names) => string]>([
    [
      "in the default schema",
      () => both("public"),
      ({ role }) => `grant usage, create on schema public to ${role};`,
    ],
    [
      "in a schema without usage rights",
      ({ role }) =>
        `${both("public")} create schema "Closed"; alter role ${role} set search_path = "Closed", public;`,
      ({ role }) => `grant usage, create on schema "Closed" to ${role};`,
    ],
    [
      "because none of its schemas exists",
      ({ role }) => `${both("public")} alter role ${role} set search_path = nowhere;`,
      ({ role }) =>
        `create schema ${role} authorization ${role}; alter role ${role} set search_path = ${role};`,
    ],
  ])("%s, gets the command to run, which fixes the problem", async (_where, statements, command) => {
    const database = await prepared(statements);
    const sentence = await refusal(database);
    expect(sentence).toContain(
      `The user ${database.role} cannot create tables in the database ${database.database} (`,
    );
    expect(commandIn(sentence)).toBe(command(database));
    await database.prepare(commandIn(sentence));
    await runsNow(database);
  });
});

describe("a role that can create only tables", () => {
  test("gets the missing extensions and the command to run, which fixes the problem", async () => {
    const database = await prepared(ownSchema);
    const sentence = await refusal(database);
    expect(sentence).toBe(
      `The database ${database.database} lacks the extensions pg_trgm and unaccent, and the user ${database.role} cannot add what is missing (permission denied to create extension "pg_trgm"): as an administrator run "create extension pg_trgm; create extension unaccent;" in that database and start again.`,
    );
    await database.prepare(commandIn(sentence));
    await runsNow(database);
  });

  test("gets the one missing extension if the other exists", async () => {
    const database = await prepared((names) => `create extension pg_trgm; ${ownSchema(names)}`);
    const sentence = await refusal(database);
    expect(sentence).toContain(" lacks the extension unaccent, and ");
    expect(commandIn(sentence)).toBe("create extension unaccent;");
  });

  test("gets the schema of extensions that it cannot use", async () => {
    const database = await prepared(
      (names) => `create schema extensions; ${both("extensions")} ${ownSchema(names)}`,
    );
    const sentence = await refusal(database);
    expect(commandIn(sentence)).toBe(`grant usage on schema extensions to ${database.role};`);
    await database.prepare(commandIn(sentence));
    await runsNow(database);
  });

  test("leaves no changes when it is refused", async () => {
    const database = await prepared(ownSchema);
    await refusal(database);
    const { rows } = await poolOn(database).query("select to_regclass('schema_migrations') as table");
    expect(rows).toEqual([{ table: null }]);
  });
});
