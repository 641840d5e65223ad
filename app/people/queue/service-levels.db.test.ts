import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, takeAssessment } from "#tests/kit/person-data.ts";
import { measureServiceLevels } from "./service-levels.server.ts";

const { db } = testDatabase();
/** Monday, 8:40 AM in Austin. */
const now = new Date("2026-11-23T14:40:00Z");

const addPerson = async (mark: string, createdAt: string, contactedAt: string | null): Promise<void> => {
  await takeAssessment(db, aPerson(mark));
  await sql`update people set created_at = ${createdAt}, contacted_at = ${contactedAt} where email = ${aPerson(mark).email}`.execute(
    db,
  );
};
const addEmail = (state: string, createdAt: string, settledAt: string | null) =>
  sql`insert into letters (kind, recipient, state, created_at, settled_at)
    values ('event-place', 'ada@example.com', ${state}, ${createdAt}, ${settledAt})`.execute(db);

describe("service levels", () => {
  test("count answers within one business day, those that came late or not, and the oldest that is open", async () => {
    await addPerson("friday-answered", "2026-11-20T20:00:00Z", "2026-11-23T14:00:00Z");
    await addPerson("friday-open", "2026-11-20T18:00:00Z", null);
    await addPerson("saturday-open", "2026-11-21T18:00:00Z", null);
    await addPerson("thursday-late", "2026-11-19T18:00:00Z", "2026-11-23T14:00:00Z");
    await addPerson("thursday-never", "2026-11-19T18:00:00Z", null);
    await addPerson("last-month", "2026-10-01T18:00:00Z", null);
    expect((await measureServiceLevels(db, now)).answers).toEqual({
      kept: 1,
      broken: 2,
      oldestOpen: new Date("2026-11-20T18:00:00Z"),
    });
  });

  test("count emails that were sent within 24 hours", async () => {
    await addEmail("sent", "2026-11-20T12:00:00Z", "2026-11-20T12:01:00Z");
    await addEmail("sent", "2026-11-20T12:00:00Z", "2026-11-21T12:01:00Z");
    await addEmail("given-up", "2026-11-20T12:00:00Z", "2026-11-20T12:01:00Z");
    await addEmail("waiting", "2026-11-22T12:00:00Z", null);
    await addEmail("waiting", "2026-11-23T12:00:00Z", null);
    expect((await measureServiceLevels(db, now)).eventEmails).toEqual({
      kept: 1,
      broken: 3,
      oldestOpen: new Date("2026-11-23T12:00:00Z"),
    });
  });
});
