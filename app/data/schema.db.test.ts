import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { maximumLength } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";

const { pool } = testDatabase();

it("the schema files match the migrated database", async () => {
  expect(declaredColumns(readTypes())).toEqual(await migratedColumns());
});

it("a type that differs from its column is detected", async () => {
  const edited = readTypes().replace("score: number;", "score: string;");
  expect(edited).not.toBe(readTypes());
  expect(declaredColumns(edited)).not.toEqual(await migratedColumns());
});

it.each([
  ["pre_loi_assessments", { name: "name", email: "email", phone: "phone" }],
  [
    "linkedin_live_signups",
    { name: "name", email: "email", phone: "phone", questions: "freeText", topics: "freeText" },
  ],
] as const)("the table %s has the length limits of the forms", async (table, fields) => {
  const { rows } = await pool.query<{ rule: string }>(
    `select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = $1::regclass and contype = 'c'`,
    [table],
  );
  const limits = rows.flatMap(({ rule }) =>
    [...rule.matchAll(/char_length\((\w+)\) <= (\d+)/g)].map(([, column, limit]) => [column, Number(limit)]),
  );
  expect(Object.fromEntries(limits)).toEqual(
    Object.fromEntries(Object.entries(fields).map(([column, limit]) => [column, maximumLength[limit]])),
  );
});

/** One line for each column: "letters.settled_at: Date | null". */
async function migratedColumns(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; type: string; optional: boolean }>(`
    select table_name || '.' || column_name as name, case data_type when 'ARRAY' then udt_name else data_type end as type, is_nullable = 'YES' as optional
    from information_schema.columns
    where table_schema = 'public'`);
  const columns = rows.map(
    ({ name, type, optional }) =>
      `${name.replace(/\.q\d+$/, ".q${number}")}: ${programTypes[type] ?? type}${optional ? " | null" : ""}`,
  );
  return [...new Set(columns)].toSorted();
}

/** The types of values in the program (`open-pool.server.ts`). */
const programTypes: Readonly<Record<string, string>> = {
  text: "string",
  uuid: "string",
  date: "string",
  smallint: "number",
  integer: "number",
  bigint: "number",
  boolean: "boolean",
  _text: "string[]",
  _timestamptz: "Date[]",
  "timestamp with time zone": "Date",
  jsonb: "object",
  bytea: "Buffer",
};

/** Types do not exist at run time, so the source is parsed. */
function readTypes(): string {
  const database = readFileSync("app/data/schema/database.ts", "utf8");
  const files = [...database.matchAll(/from "\.\/([\w-]+\.ts)"/g)].map(
    (match) => `app/data/schema/${match[1]}`,
  );
  return [database, ...files.map((file) => readFileSync(file, "utf8"))].join("\n");
}

function declaredColumns(source: string): string[] {
  const tables = /export type Database = \{\n(.*?)\n\};/s.exec(source)?.[1] ?? "";
  return [...tables.matchAll(/^ {2}(\w+): (\w+);$/gm)]
    .flatMap(([, table = "", type = ""]) => {
      const body = new RegExp(`export type ${type} = \\{\\n(.*?)\\n\\};`, "s").exec(source)?.[1];
      if (body === undefined) throw new Error(`No type ${type} among the schema files`);
      // The type declares all answer columns with one key: [answer: `q${number}`].
      return [...body.matchAll(/^ {2}(?:\[\w+: `(.+)`\]|(\w+)): (.+);$/gm)].map(
        ([, pattern, column = "", declared = ""]) =>
          `${snakeCase(table)}.${pattern ?? snakeCase(column)}: ${plainType(declared)}`,
      );
    })
    .toSorted();
}

function plainType(declared: string): string {
  const type = declared.replace(/^Generated(?:Always)?<(.*)>$/, "$1");
  const base = type.replace(" | null", "");
  const isObject = ["Touch", "Json", "RecordChanges", "OwnHosts", "FieldPaths", "EarlierDecisions"].includes(
    base,
  );
  if (isObject) return type === base ? "object" : "object | null";
  // A type with another name is a union of strings.
  const known = ["string", "string[]", "number", "boolean", "Date", "Date[]", "Buffer"].includes(base)
    ? base
    : "string";
  return type === base ? known : `${known} | null`;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
