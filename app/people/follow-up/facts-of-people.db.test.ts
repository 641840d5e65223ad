import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";

const { db } = testDatabase();
const ada = aPerson("ada");

const findFacts = async () => {
  const [facts, ...others] = await db.selectFrom("people").selectAll().execute();
  expect(others).toEqual([]);
  return facts;
};
const setStatus = (status: "new" | "contacted" | "booked" | "client" | "not-a-fit", day: string) =>
  db
    .updateTable("people")
    .set({ status, updatedAt: new Date(day) })
    .execute();

describe("the columns that are computed from forms and visits", () => {
  test("contain the latest form, the latest score and number, and the touches of the first form", async () => {
    await visit(db, ada);
    const assessment = await takeAssessment(db, ada);
    await signUp(db, ada);
    const [signup] = await db.selectFrom("linkedinLiveSignups").select("id").execute();
    await sql`update linkedin_live_signups set phone = null, created_at = created_at + interval '1 day'`.execute(
      db,
    );
    expect(await findFacts()).toMatchObject({
      email: ada.email,
      latestFormId: signup?.id,
      latestForm: "event-signup",
      phone: ada.phone,
      trafficClass: "person",
      firstChannel: "ada",
      lastChannel: "ada",
    });
    const stored = await db
      .selectFrom("preLoiAssessments")
      .select(["score", "scoreLevel"])
      .executeTakeFirst();
    expect(await findFacts()).toMatchObject(stored ?? {});
    await db.deleteFrom("linkedinLiveSignups").execute();
    expect(await findFacts()).toMatchObject({ latestFormId: assessment, latestForm: "assessment" });
  });

  test("are those of all addresses of a person", async () => {
    await takeAssessment(db, ada);
    const other = aPerson("ben");
    await signUp(db, other);
    const [kept] = await db.selectFrom("people").select("id").where("email", "=", ada.email).execute();
    await db
      .updateTable("personAddresses")
      .set({ personId: kept?.id ?? "" })
      .execute();
    await db.deleteFrom("people").where("email", "=", other.email).execute();
    await sql`update linkedin_live_signups set attended = true, created_at = created_at + interval '1 day'`.execute(
      db,
    );
    const facts = await findFacts();
    expect(facts).toMatchObject({ id: kept?.id, email: other.email, attended: true });
    expect(facts?.score).not.toBeNull();
  });

  test("record when a status was first reached, and forget a status that staff take back", async () => {
    await takeAssessment(db, ada);
    await setStatus("contacted", "2026-01-01");
    await setStatus("booked", "2026-01-02");
    await setStatus("client", "2026-01-03");
    expect(await findFacts()).toMatchObject({
      contactedAt: new Date("2026-01-01"),
      bookedAt: new Date("2026-01-02"),
      clientAt: new Date("2026-01-03"),
    });
    await setStatus("not-a-fit", "2026-01-04");
    expect(await findFacts()).toMatchObject({ bookedAt: new Date("2026-01-02"), clientAt: null });
    await setStatus("contacted", "2026-01-05");
    expect(await findFacts()).toMatchObject({ contactedAt: new Date("2026-01-01"), bookedAt: null });
    await setStatus("new", "2026-01-06");
    expect(await findFacts()).toMatchObject({ contactedAt: null });
  });
});

describe("names of channels and campaigns", () => {
  const setCampaign = (name: string, campaign: string) =>
    sql`update visitors set last_touch = jsonb_set(last_touch, '{campaign,campaign}', to_jsonb(${campaign}::text))
      where email = ${aPerson(name).email}`.execute(db);

  test("spellings with the same letters and digits share the name of the first, until staff change it", async () => {
    for (const [name, campaign] of [
      ["ada", "Exit-Plan 2026"],
      ["ben", "exit_plan_2026"],
      ["cleo", "Exit Plan 2027"],
    ] as const) {
      await takeAssessment(db, aPerson(name));
      await setCampaign(name, campaign);
    }
    await sql`select refresh_person(id) from people order by email`.execute(db);
    const names = await db
      .selectFrom("sourceNames")
      .select(["spelling", "name"])
      .where("key", "like", "exitplan%")
      .orderBy("spelling")
      .execute();
    expect(names).toEqual([
      { spelling: "Exit Plan 2027", name: "Exit Plan 2027" },
      { spelling: "Exit-Plan 2026", name: "Exit-Plan 2026" },
      { spelling: "exit_plan_2026", name: "Exit-Plan 2026" },
    ]);
  });

  test.each([
    [{ campaign: { source: " LinkedIn " }, referrer: "https://www.google.com/" }, "linkedin"],
    [{ campaign: {}, clickId: { kind: "gclid", value: "1" }, referrer: "https://www.google.com/" }, "google"],
    [{ campaign: {}, clickId: null, referrer: "https://www.Google.com:443/search" }, "google"],
    [{ campaign: {}, clickId: null, referrer: "https://news.example.org/a.com/b" }, "news.example.org"],
    [{ campaign: {}, clickId: null, referrer: null }, "direct"],
    [{ campaign: { source: "é".repeat(500) } }, "é".repeat(100)],
    [null, null],
  ])("the channel of %j is %s", async (touch, channel) => {
    const { rows } = await sql<{
      channel: string | null;
    }>`select channel_of_touch(${touch === null ? null : JSON.stringify(touch)}::jsonb) as channel`.execute(
      db,
    );
    expect(rows[0]?.channel).toBe(channel);
  });
});
