import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { violatedConstraint } from "./constraint.server.ts";

describe("a broken rule of the database", () => {
  const { db } = testDatabase();

  const letter = { kind: "test", recipient: "a@example.com", subject: "s", bodyText: "b" };

  async function failureOf(work: Promise<unknown>): Promise<unknown> {
    return work.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  test("a value out of range is known by the name of its check", async () => {
    const error = await failureOf(
      db
        .insertInto("letters")
        .values({ ...letter, attempts: -1, settledAt: null })
        .execute(),
    );
    expect(violatedConstraint(error)).toBe("letters_attempts_check");
  });

  test("a second row with the same key is known by the name of the key", async () => {
    const row = { name: "0001_x.sql", checksum: "c" };
    await db.deleteFrom("schemaMigrations").where("name", "=", row.name).execute();
    await db.insertInto("schemaMigrations").values(row).execute();
    const error = await failureOf(db.insertInto("schemaMigrations").values(row).execute());
    await db.deleteFrom("schemaMigrations").where("name", "=", row.name).execute();
    expect(violatedConstraint(error)).toBe("schema_migrations_pkey");
  });

  test("a missing value is known by its table and column", async () => {
    const error = await failureOf(sql`insert into letters (kind) values ('x')`.execute(db));
    expect(violatedConstraint(error)).toBe("letters.recipient");
  });

  test("another error is no broken rule", async () => {
    const error = await failureOf(sql`select from nowhere`.execute(db));
    expect(error).toBeInstanceOf(Error);
    expect(violatedConstraint(error)).toBeUndefined();
  });
});
