import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { PageRequest } from "#app/platform/page-of-rows.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { hasEmails, type EmailQuery, listEmails } from "./list-emails.server.ts";
import { countRetriableEmails } from "./retry-emails.server.ts";

const { db, pool } = testDatabase();

const all: EmailQuery = { sort: "newest" };
const listAllEmails = listEmails({ hiddenKinds: [] });

/** Adds `n` emails to different people, one minute apart. @param one in how many emails failed */
async function write(n: number, kind = "event-place", one = 3): Promise<void> {
  await sql`
    insert into letters (kind, recipient, state, created_at, settled_at)
    select ${kind}, 'person' || i || '@example.com', case when i % ${one}::int = 0 then 'given-up' else 'sent' end,
      timestamptz '2026-11-21T12:00:00Z' + i * interval '1 minute', now()
    from generate_series(1, ${n}::int) as i`.execute(db);
}

async function recipients(
  { hiddenKinds = [], ...query }: Partial<EmailQuery> & { hiddenKinds?: readonly string[] },
  page: PageRequest = { size: 50 },
): Promise<string[]> {
  const { rows } = await listEmails({ hiddenKinds })(db, { ...all, ...query }).page(page);
  return rows.map(({ recipient }) => recipient.split("@", 1)[0] ?? "");
}

describe("a list of emails", () => {
  beforeEach(() => write(7));

  test("is paged by keys, forward and backward, in a stable order", async () => {
    const first = await listAllEmails(db, all).page({ size: 3 });
    expect(first.rows.map(({ recipient }) => recipient)).toEqual([
      "person7@example.com",
      "person6@example.com",
      "person5@example.com",
    ]);
    expect(first).toMatchObject({ hasPrevious: false, hasNext: true, isLost: false });
    const after = { direction: "after", row: first.rows.at(-1)?.id ?? "" } as const;
    const second = await listAllEmails(db, all).page({ size: 3, beyond: after });
    expect(second.rows.map(({ recipient }) => recipient.slice(0, 7))).toEqual([
      "person4",
      "person3",
      "person2",
    ]);
    const before = { direction: "before", row: second.rows[0]?.id ?? "" } as const;
    expect(await listAllEmails(db, all).page({ size: 3, beyond: before })).toEqual({
      ...first,
      hasNext: true,
    });
  });

  test("starts over if the row in the URL is deleted or malformed", async () => {
    for (const row of ["00000000-0000-4000-8000-000000000000", "'; drop table letters"]) {
      const page = await listAllEmails(db, all).page({ size: 3, beyond: { direction: "after", row } });
      expect(page).toMatchObject({ isLost: true, hasPrevious: false });
      expect(page.rows).toHaveLength(3);
    }
  });

  test("is searched by parts of the address, and filtered by state, kind and days in the firm’s time zone", async () => {
    expect(await recipients({ search: "ERSON4@exam" })).toEqual(["person4"]);
    expect(await recipients({ search: "%" })).toEqual([]);
    expect(await recipients({ state: "given-up" })).toEqual(["person6", "person3"]);
    expect(await recipients({ kind: "next-date" })).toEqual([]);
    expect(await recipients({ hiddenKinds: ["event-place"] })).toEqual([]);
    expect(await recipients({ sort: "oldest" }, { size: 2 })).toEqual(["person1", "person2"]);
    // Shortly before midnight in Austin, and shortly after.
    await db
      .updateTable("letters")
      .set({ createdAt: new Date("2026-11-22T05:59:00Z") })
      .execute();
    expect(await recipients({ from: "2026-11-21", to: "2026-11-21" })).toHaveLength(7);
    await db
      .updateTable("letters")
      .set({ createdAt: new Date("2026-11-22T06:01:00Z") })
      .execute();
    expect(await recipients({ from: "2026-11-21", to: "2026-11-21" })).toEqual([]);
  });

  test("states whether there are emails in a state", async () => {
    expect(await hasEmails(db, "given-up")).toBe(true);
    await db.deleteFrom("letters").where("state", "=", "given-up").execute();
    expect(await hasEmails(db, "given-up")).toBe(false);
  });
});

test("no query for a page scans all emails", async () => {
  await write(30_000, "event-place", 300);
  await write(300, "account-reset");
  await sql`analyze letters`.execute(db);
  const row = (await listAllEmails(db, all).page({ size: 1 })).rows[0]?.id ?? "";
  const queries: (Partial<EmailQuery> & { hiddenKinds?: readonly string[] })[] = [
    {},
    { sort: "oldest" },
    { search: "person29998@" },
    { search: "ng" },
    { state: "given-up" },
    { kind: "account-reset" },
    { kind: "account-reset", state: "given-up", hiddenKinds: ["account-confirm"] },
    { from: "2026-11-25", to: "2026-11-26" },
    { hiddenKinds: ["account-reset"], search: "person29998" },
  ];
  const plans = await explainQueries(pool, async (explained) => {
    for (const state of ["given-up", "kept"] as const) await hasEmails(explained, state);
    await countRetriableEmails(explained, "given-up");
    for (const { hiddenKinds = [], ...query } of queries) {
      for (const direction of ["after", "before"] as const) {
        const page = { size: 50, beyond: { direction, row } };
        await listEmails({ hiddenKinds })(explained, { ...all, ...query }).page(page);
      }
    }
  });
  expect(plans.length).toBeGreaterThan(2 * queries.length);
  expect(plans.filter((plan) => plan.includes("Seq Scan on letters"))).toEqual([]);
});
