import { describe, expect, test } from "vitest";
import { filesBelow, readSource } from "./source-files.ts";
import { readTableOwners, findTableViolations } from "./table-owners.ts";

const schemaPaths = filesBelow("app/data/schema", /\.ts$/).filter((path) => !path.endsWith("/database.ts"));
const schemaFiles = Object.fromEntries(schemaPaths.map((path) => [path, readSource(path)]));
const owners = readTableOwners(readSource("app/data/schema/database.ts"), schemaFiles);

describe("the tree", () => {
  test("a table is read and written by the area that owns it", () => {
    const code = [...filesBelow("app", /\.tsx?$/), ...filesBelow("server", /\.(ts|mjs)$/)];
    const product = code.filter((path) => !path.includes(".test."));
    expect(product.flatMap((path) => findTableViolations(path, readSource(path), owners))).toEqual([]);
  });

  test("every table of the migrations has a schema file with an owner", () => {
    const migrations = filesBelow("app/data/migrations", /\.sql$/)
      .map(readSource)
      .join("\n");
    const created = [...migrations.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(
      ([, table = ""]) => table,
    );
    expect(created.length).toBeGreaterThan(0);
    expect(created.filter((table) => !owners.has(table))).toEqual([]);
  });

  test.each(schemaPaths)("%s declares its personal data and retention", (path) => {
    expect(schemaFiles[path]).toMatch(/Personal data: /);
    expect(schemaFiles[path]).toMatch(/\bKept\b/);
  });
});

describe("planted", () => {
  const planted = readTableOwners(
    "export type Database = {\n  letters: LettersTable;\n  staffUsers: StaffUsersTable;\n};",
    {
      "letters.ts": "/** Owner: email. */\nexport type LettersTable = {};",
      "staff.ts": "/** Owner: identity. */\nexport type StaffUsersTable = {};",
    },
  );
  const inStaff = (code: string): string[] =>
    findTableViolations("app/staff/dashboard/cards.server.ts", code, planted);

  test.each([
    `db.selectFrom("letters").select("id")`,
    `db.selectFrom("letters as l").select("l.id")`,
    `db\n    .selectFrom(\n      "letters",\n    )`,
    `db.selectFrom(["letters", "visitors"])`,
    `db.insertInto("letters").values(row)`,
    `db.updateTable("letters").set(row)`,
    `db.deleteFrom("letters")`,
    `db.selectFrom("visitors").leftJoin("letters", "a", "b")`,
    `db.deleteFrom("visitors").using("letters")`,
    "sql`select count(*) from letters`",
    "sql`select 1 from visitors v join letters l on l.id = v.id`",
    `pool.query("update letters set state = 'kept'")`,
    `pool.query('insert into public."letters" (kind) values (1)')`,
    `db.selectFrom(sql.table("letters").as("l"))`,
  ])("%s is refused outside email", (code) => {
    expect(inStaff(code)).toEqual(["app/staff/dashboard/cards.server.ts uses letters, which email owns"]);
    expect(findTableViolations("app/email/outbox/outbox.server.ts", code, planted)).toEqual([]);
  });

  test("a table is also recognized by its database name", () => {
    expect(inStaff("sql`lock table staff_users in share mode`")).toEqual([
      "app/staff/dashboard/cards.server.ts uses staff_users, which identity owns",
    ]);
  });

  test("the server owns no table", () => {
    expect(findTableViolations("server/program.ts", `db.selectFrom("letters")`, planted)).toHaveLength(1);
  });

  test("a query whose table is not a literal is rejected everywhere", () => {
    expect(findTableViolations("app/email/outbox/outbox.server.ts", "db.selectFrom(table)", planted)).toEqual(
      ["app/email/outbox/outbox.server.ts queries table: use a literal table name"],
    );
    expect(
      findTableViolations(
        "app/email/outbox/outbox.server.ts",
        "db.selectFrom((eb) => eb.selectFrom('letters'))",
        planted,
      ),
    ).toEqual([]);
  });

  test("table names outside of queries are ignored", () => {
    expect(
      inStaff(`// deleted from letters\nconst sent = "letters";\nimport { letters } from "./letters.ts";`),
    ).toEqual([]);
    expect(inStaff(`const empty = <p>Nothing has come from letters.</p>; // taken from letters`)).toEqual([]);
    expect(inStaff("/**\n * Reads from letters.\n */\nArray.from(letters)")).toEqual([]);
  });

  test("a table without an owner fails the check", () => {
    const database = "export type Database = {\n  letters: LettersTable;\n};";
    expect(() => readTableOwners(database, { "letters.ts": "export type LettersTable = {};" })).toThrow(
      "letters.ts",
    );
    expect(() =>
      readTableOwners(database, { "letters.ts": "/** Owner: post. */\nexport type LettersTable = {};" }),
    ).toThrow("letters");
    expect(() => readTableOwners("", {})).toThrow("No table");
  });
});
