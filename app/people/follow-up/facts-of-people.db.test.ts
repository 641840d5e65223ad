import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { TrafficClass } from "#app/data/schema/visitors.ts";
import { aSignup } from "#tests/kit/an-event.ts";
import { until } from "#tests/kit/running-server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { aPerson, signUp, takeAssessment, visit } from "#tests/kit/person-data.ts";
import { storedLeads } from "#tests/kit/stored-leads.ts";

const { db } = testDatabase();
const leads = storedLeads(db);
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

  test("are written once for a form with its receipt and its visit", async () => {
    const written = await db.transaction().execute(async (trx) => {
      const countWritten = async () => {
        const { rows } = await sql<{ count: number }>`
          select (pg_stat_get_xact_tuples_inserted(people) + pg_stat_get_xact_tuples_updated(people))::int as count
          from cast('people' as regclass) as people`.execute(trx);
        return rows[0]?.count ?? 0;
      };
      const before = await countWritten();
      const stored = storedLeads(trx);
      const leadId = await stored.storeAssessment({ name: "Ada", email: ada.email });
      await trx
        .insertInto("consentReceipts")
        .values({
          leadId,
          form: "assessment",
          givenAt: new Date(),
          basis: "boxes-shown",
          byEmail: true,
          byPhone: true,
          wordingVersion: "2026-11-21",
          pageVersion: "page",
          optsOut: false,
        })
        .execute();
      await stored.storeVisit({ email: ada.email, leadId });
      await sql`set constraints all immediate`.execute(trx);
      return (await countWritten()) - before;
    });
    expect(written).toBe(1);
    expect(await findFacts()).toMatchObject({
      callConsent: "yes",
      phoneSource: "agreed",
      trafficClass: "person",
      isScoreVerified: true,
    });
  });

  test("describe a form as it is when its transaction commits", async () => {
    await db.transaction().execute(async (trx) => {
      const stored = storedLeads(trx);
      const eventId = await stored.storeEvent();
      await stored.storeSignup({ name: "Ada", email: ada.email, eventId, state: "waiting", placeNumber: 1 });
      await stored.storeAssessment({ name: "Ben", email: "ben@example.com" });
      await trx.updateTable("linkedinLiveSignups").set({ state: "seat" }).execute();
      await trx.deleteFrom("preLoiAssessments").execute();
    });
    expect(await findFacts()).toMatchObject({ email: ada.email, hasSeat: true });
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

describe("a form of a stranger with the address of a person", () => {
  const at = (day: number) => `2026-11-0${day}T12:00:00Z`;
  const storeVisit = (leadId: string, trafficClass: TrafficClass, day: number) =>
    leads.storeVisit({
      email: ada.email,
      leadId,
      trafficClass,
      at: at(day),
      firstTouch: {
        at: at(day),
        landingPage: "/",
        referrer: null,
        campaign: { source: trafficClass },
        clickId: null,
      },
    });
  const storeForm = async (day: number, visitOf: TrafficClass | null, phone = "1", score = 7) => {
    const id = await leads.storeAssessment({ name: "Ada", email: ada.email, at: at(day), phone, score });
    if (visitOf !== null) await storeVisit(id, visitOf, day);
    return id;
  };
  const storeReceipt = (leadId: string, day: number, byPhone: boolean) =>
    db
      .insertInto("consentReceipts")
      .values({
        leadId,
        form: "assessment",
        givenAt: new Date(at(day)),
        basis: "boxes-shown",
        byEmail: false,
        byPhone,
        wordingVersion: "2026-11-21",
        pageVersion: "page",
        optsOut: false,
      })
      .execute();
  const storeStaffConsent = (day: number) =>
    db
      .insertInto("consentReceipts")
      .values({
        email: ada.email,
        givenAt: new Date(at(day)),
        basis: "staff",
        byEmail: false,
        byPhone: true,
        optsOut: false,
        recordedBy: "ruth@example.com",
      })
      .execute();

  test.each([
    ["from a program after that of a person", ["person", "machine"], "person"],
    ["from a program before that of a person", ["machine", "person"], "person"],
    ["from a program after one whose browser opted out", [null, "machine"], null],
    ["from a program before one whose browser opted out", ["machine", null], null],
    ["from a program after another one from a program", ["machine", "machine"], "machine"],
  ] as const)("%s hides no one", async (_, [first, second], trafficClass) => {
    await storeForm(1, first);
    await storeForm(2, second);
    // The touches are those of the same visit.
    expect(await findFacts()).toMatchObject({ trafficClass, firstChannel: trafficClass });
  });

  test("does not replace the number that the person allowed calls to", async () => {
    await storeReceipt(await storeForm(1, null, "512 555 0123"), 1, true);
    await storeReceipt(await storeForm(2, null, "212 555 0666"), 2, false);
    await storeForm(3, null, "212 555 0667");
    expect(await findFacts()).toMatchObject({ phone: "512 555 0123", callConsent: "yes" });
    await storeReceipt(await storeForm(4, null, "512 555 0124"), 4, true);
    expect(await findFacts()).toMatchObject({ phone: "512 555 0124" });
  });

  test("does not replace the number of a form that came with a form token", async () => {
    await storeReceipt(await storeForm(1, null, "512 555 0123"), 1, false);
    await storeForm(2, null, "212 555 0666");
    expect(await findFacts()).toMatchObject({ phone: "512 555 0123", callConsent: "no" });
    await storeStaffConsent(3);
    expect(await findFacts()).toMatchObject({ phone: "512 555 0123", callConsent: "yes" });
  });

  test("has the only number that can be called if the allowed one was deleted, and then none can", async () => {
    const id = await storeForm(1, null, "512 555 0123");
    await storeReceipt(id, 1, true);
    const [signup] = await db
      .insertInto("linkedinLiveSignups")
      .values(aSignup({ email: ada.email, phone: "212 555 0666", state: "told", createdAt: new Date(at(2)) }))
      .returning("id")
      .execute();
    await sql`update consent_receipts set lead_id = ${signup?.id}, form = 'event-signup'`.execute(db);
    expect(await findFacts()).toMatchObject({ phone: "212 555 0666", callConsent: "yes" });
    await sql`update linkedin_live_signups set phone = null`.execute(db);
    expect(await findFacts()).toMatchObject({ phone: null, callConsent: "yes" });
  });

  test("does not get the consent that staff had recorded before it arrived", async () => {
    await storeForm(1, null, "512 555 0123");
    await storeForm(2, null, "512 555 0124");
    await storeStaffConsent(3);
    await storeForm(4, null, "212 555 0666");
    expect(await findFacts()).toMatchObject({ phone: "512 555 0124", callConsent: "yes" });
    await db.deleteFrom("consentReceipts").execute();
    expect(await findFacts()).toMatchObject({ phone: "212 555 0666", callConsent: "not-asked" });
  });

  test("does not replace the score of a form that came with a form token", async () => {
    await storeForm(1, null, "1", 8);
    expect(await findFacts()).toMatchObject({ score: 8, hasFormToken: false });
    await storeReceipt(await storeForm(2, null, "1", 14), 2, false);
    await storeForm(3, null, "1", 21);
    expect(await findFacts()).toMatchObject({
      score: 14,
      scoreLevel: "Making Progress",
      hasFormToken: true,
      latestFormAt: new Date(at(3)),
    });
  });
});

describe("names of channels and campaigns", () => {
  const setCampaign = (name: string, campaign: string) =>
    sql`update visitors set last_touch = jsonb_set(last_touch, '{campaign,campaign}', to_jsonb(${campaign}::text))
      where email = ${aPerson(name).email}`.execute(db);

  test("spellings with the same letters and digits share a name, until staff change it", async () => {
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

  test("two forms that add the same names in opposite orders do not deadlock", async () => {
    const people = ["ada", "ben"].map((name) => aPerson(name));
    for (const person of people) await takeAssessment(db, person);
    const touch = (source: string) => JSON.stringify({ campaign: { source } });
    const block = async (spelling: string) => {
      const blocker = await db.startTransaction().execute();
      await sql`insert into source_names (kind, spelling, key, name)
        values ('channel', ${spelling}, ${spelling}, ${spelling})`.execute(blocker);
      return () => blocker.rollback().execute();
    };
    for (let round = 0; round < 10; round += 1) {
      const sources = [`a${round}`, `b${round}`];
      const unblock = await Promise.all(sources.map(block));
      const refreshes = people.map(async ({ email }, index) => {
        const [first = "", last = ""] = index === 0 ? sources : sources.toReversed();
        await db.transaction().execute(async (trx) => {
          await sql`update visitors set first_touch = ${touch(first)}, last_touch = ${touch(last)} where email = ${email}`.execute(
            trx,
          );
          await sql`select refresh_person(person_id) from person_addresses where email = ${email}`.execute(
            trx,
          );
        });
      });
      await until("both to wait for the names", async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length === 2;
      });
      await Promise.all(unblock.map((release) => release()));
      await Promise.all(refreshes);
    }
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
