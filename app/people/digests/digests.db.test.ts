import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { actorOf } from "#app/audit/audit.server.ts";
import { addIncidentNote, openIncident } from "#app/compliance/incidents/incidents.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { compareFiles } from "#app/publishing/publication/compare-files.server.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { aPage } from "#tests/kit/published-site.ts";
import { publishClaims } from "#tests/kit/stored-claims.ts";
import { until } from "#tests/kit/running-server.ts";
import { aPerson, followUp, takeAssessment } from "#tests/kit/person-data.ts";
import { submitNote } from "#tests/kit/submit-note.ts";
import { saveDigests, stopDigest } from "./digest-choices.server.ts";
import { answerAlertEmail } from "./answer-alert.email.server.ts";
import { mondayDigestEmail } from "./monday-digest.email.server.ts";
import { morningListEmail } from "./morning-list.email.server.ts";
import { queueDigests } from "./queue-digests.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);
/** Monday, 7:40 AM in Austin. */
const now = new Date("2026-11-23T13:40:00Z");
const lastWeek = new Date("2026-11-18T12:00:00Z");
const deps = { db, clock: { now: () => now }, siteUrl: "https://www.example.com" };

const addMember = async (id: string, role = "staff") => {
  await db
    .insertInto("staffUsers")
    .values({
      id,
      name: id,
      email: `${id}@example.com`,
      emailVerified: true,
      role,
      image: null,
      roleEndsAt: null,
    })
    .execute();
  await saveDigests(db, id, ["morning-list", "monday-digest"], lastWeek);
};

/** Stores a person whose next step is due. */
const addDue = async (mark: string, nextStepOn: string, ownerId: string | null = null): Promise<void> => {
  await takeAssessment(db, aPerson(mark));
  await db
    .updateTable("people")
    .set({ ownerId, nextStep: `Call ${mark}`, nextStepOn })
    .where("email", "=", aPerson(mark).email)
    .execute();
};

/** Stores an email of last week to a person. */
const recordEmail = async (mark: string): Promise<void> => {
  const person = db.selectFrom("people").select("id").where("email", "=", aPerson(mark).email);
  const { id: personId } = await person.executeTakeFirstOrThrow();
  const note = { personId, at: lastWeek, authorEmail: "ruth@example.com", body: null };
  await db
    .insertInto("personNotes")
    .values({ ...note, outcome: null, emailed: true })
    .execute();
};

const listQueued = async () => {
  const rows = await db
    .selectFrom("letters")
    .select(["kind", "recipient", "about", "notAfter", "preferencesKey"])
    .where("kind", "in", ["morning-list", "monday-digest"])
    .orderBy("recipient")
    .orderBy("kind")
    .execute();
  return rows;
};
const namesQueued = async () => (await listQueued()).map(({ kind, recipient }) => `${kind} ${recipient}`);

beforeEach(async () => {
  await addMember("ruth");
});

describe("the morning list and the Monday digest", () => {
  test("are queued once by any number of servers, until the end of the day", async () => {
    await addDue("ada", "2026-11-23");
    await Promise.all([1, 2, 3, 4].map(() => queueDigests({ db, outbox }, now)));
    await queueDigests({ db, outbox }, new Date("2026-11-23T22:00:00Z"));
    expect(await namesQueued()).toEqual(["monday-digest ruth@example.com", "morning-list ruth@example.com"]);
    const midnight = new Date("2026-11-24T06:00:00Z");
    expect((await listQueued()).map(({ notAfter }) => notAfter)).toEqual([midnight, midnight]);
  });

  test("skip the days on which no server ran", async () => {
    await addDue("ada", "2026-11-20");
    await queueDigests({ db, outbox }, new Date("2026-11-17T15:00:00Z"));
    await db.deleteFrom("letters").execute();
    await queueDigests({ db, outbox }, new Date("2026-11-25T15:00:00Z"));
    expect(await namesQueued()).toEqual(["morning-list ruth@example.com"]);
  });

  test("are not queued without anything due, even if it becomes due later in the day", async () => {
    await queueDigests({ db, outbox }, now);
    await addDue("ada", "2026-11-23");
    await queueDigests({ db, outbox }, new Date("2026-11-23T15:00:00Z"));
    expect(await namesQueued()).toEqual([]);
  });

  test("go only to members who chose them before the day began and can follow up", async () => {
    await addDue("ada", "2026-11-23");
    await addMember("pending", "pending");
    await addMember("examiner", "examiner");
    await addMember("later");
    await saveDigests(db, "later", [], now);
    await saveDigests(db, "later", ["morning-list"], new Date("2026-11-23T13:35:00Z"));
    await queueDigests({ db, outbox }, now);
    expect(await namesQueued()).toEqual(["monday-digest ruth@example.com", "morning-list ruth@example.com"]);
  });

  test("contain nothing about people of colleagues in the morning list", async () => {
    await addMember("eleanor");
    await addDue("ada", "2026-11-20", "eleanor");
    await queueDigests({ db, outbox }, now);
    expect((await namesQueued()).filter((name) => name.startsWith("morning"))).toEqual([
      "morning-list eleanor@example.com",
    ]);
  });

  test("are not sent if the member has stopped them or lost the role meanwhile", async () => {
    await addDue("ada", "2026-11-23");
    await queueDigests({ db, outbox }, now);
    const [monday, morning] = await listQueued();
    const compose = async () => [
      await mondayDigestEmail.connect(deps).compose(monday?.about ?? ""),
      await morningListEmail.connect(deps).compose(morning?.about ?? ""),
    ];
    expect((await compose()).map((content) => content?.heading)).toEqual([
      "The week of Nov 16",
      "1 due today",
    ]);
    expect(await stopDigest(db, morning?.preferencesKey ?? "")).toBe(true);
    expect((await compose()).map((content) => content?.heading)).toEqual(["The week of Nov 16", undefined]);
    await sql`update staff_users set role = 'pending'`.execute(db);
    expect(await compose()).toEqual([undefined, undefined]);
  });

  test("can be stopped at the same time", async () => {
    await addDue("ada", "2026-11-23");
    await queueDigests({ db, outbox }, now);
    const keys = (await listQueued()).map(({ preferencesKey }) => preferencesKey ?? "");
    let stopping: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      await sql`select from staff_preferences for update`.execute(trx);
      stopping = Promise.all(keys.map((key) => stopDigest(db, key)));
      await until("both to wait", async () => {
        const { rows } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
        return rows.length === 2;
      });
    });
    expect(await stopping).toEqual([true, true]);
    expect(
      await db.selectFrom("staffPreferences").select(["morningListSince", "mondayDigestSince"]).execute(),
    ).toEqual([{ morningListSince: null, mondayDigestSince: null }]);
  });

  test("tell owners about claims without evidence, and no other members", async () => {
    await addMember("olivia", "owner");
    await publishClaims(db, [aPage("/", "<p>We have 5 offices. We have 9 advisors.</p>")]);
    await queueDigests({ db, outbox }, now);
    expect(await namesQueued()).toEqual(["morning-list olivia@example.com"]);
    const [morning] = await listQueued();
    const compose = () => morningListEmail.connect(deps).compose(morning?.about ?? "");
    expect(await compose()).toMatchObject({ heading: "2 claims undecided" });
    expect(JSON.stringify(await compose())).toContain("/admin/claims?status=undecided");
    await sql`update claims set revision = 1, decision = 'bound', expires_on = '2020-01-01'
      where figure = '5 offices'`.execute(db);
    expect(await compose()).toMatchObject({ heading: "1 claim expired, 1 undecided" });
    expect(JSON.stringify(await compose())).toContain("/admin/claims?status=expired");
    await sql`update staff_users set role = 'staff' where id = 'olivia'`.execute(db);
    expect(await compose()).toBeUndefined();
    await sql`update staff_users set role = 'owner' where id = 'olivia'`.execute(db);
    await sql`update claims set is_published = false`.execute(db);
    expect(await compose()).toBeUndefined();
  });

  test("tell owners about changes of the website that wait for them, and no other members", async () => {
    await addMember("olivia", "owner");
    const content = {
      db,
      clock: deps.clock,
      actor: actorOf({ id: "sam", email: "sam@example.com" }),
      clientAddress: "",
    };
    await compareFiles({ ...content, log: silentLog, builtAt: new Date(0) });
    await submitNote(content, "A note for owners.");
    await queueDigests({ db, outbox }, now);
    expect(await namesQueued()).toEqual(["morning-list olivia@example.com"]);
    const [morning] = await listQueued();
    const compose = () => morningListEmail.connect(deps).compose(morning?.about ?? "");
    expect(await compose()).toMatchObject({ heading: "1 change to approve" });
    expect(JSON.stringify(await compose())).toContain("https://www.example.com/admin/content");
    await sql`update staff_users set role = 'staff' where id = 'olivia'`.execute(db);
    expect(await compose()).toBeUndefined();
  });

  test("tell owners about open complaints", async () => {
    await addMember("olivia", "owner");
    const actor = actorOf({ id: "sam", email: "sam@example.com" });
    const report = { kind: "complaint", discoveredOn: "2026-11-20", description: "A late reply" } as const;
    const id = await openIncident({ ...deps, actor, clientAddress: "" }, report);
    await queueDigests({ db, outbox }, now);
    const [morning] = await listQueued();
    const compose = () => morningListEmail.connect(deps).compose(morning?.about ?? "");
    expect(await compose()).toMatchObject({ heading: "1 compliance task" });
    expect(JSON.stringify(await compose())).toContain(`Answer and close complaint ${id}`);
    const closed = { state: "closed", note: "Answered" } as const;
    await addIncidentNote({ ...deps, actor, clientAddress: "" }, { id, revision: 0 }, closed);
    expect(await compose()).toBeUndefined();
  });

  test("list five compliance tasks, and say how many more there are", async () => {
    await addMember("olivia", "owner");
    const actor = actorOf({ id: "sam", email: "sam@example.com" });
    // Complaints with the same words are logged once.
    const open = (description: string) =>
      openIncident(
        { ...deps, actor, clientAddress: "" },
        { kind: "complaint", discoveredOn: "2026-11-20", description },
      );
    for (const description of ["1", "2", "3", "4", "5"]) await open(description);
    await queueDigests({ db, outbox }, now);
    const [morning] = await listQueued();
    const compose = async () =>
      JSON.stringify(await morningListEmail.connect(deps).compose(morning?.about ?? ""));
    expect(await compose()).not.toContain(" more.");
    for (const description of ["6", "7"]) await open(description);
    const content = await compose();
    expect(content).toContain("7 compliance tasks");
    expect(content.match(/Answer and close complaint/g)).toHaveLength(5);
    expect(content).toContain("And 2 more.");
  });

  test("name no lead, so that an erasure has nothing to find in them", async () => {
    await addDue("ada", "2026-11-20");
    await followUp(db, aPerson("ada"));
    await recordEmail("ada");
    await db.updateTable("people").set({ nextStepOn: "2026-11-20" }).execute();
    await queueDigests({ db, outbox }, now);
    const [monday, morning] = await listQueued();
    const week = await mondayDigestEmail.connect(deps).compose(monday?.about ?? "");
    const list = await morningListEmail.connect(deps).compose(morning?.about ?? "");
    expect(JSON.stringify(week)).toContain("1 emailed, 1 reached");
    expect(JSON.stringify(list)).toContain("next step due Nov 20");
    expect(JSON.stringify([week, list])).not.toMatch(/\bada\b/i);
  });
});

describe("the alert before an answer is late", () => {
  const afternoon = new Date("2026-11-23T21:05:00Z");
  /** Stores a person whose first form was sent on Friday. */
  const addNew = async (mark: string, ownerId: string | null): Promise<string> => {
    const id = await takeAssessment(db, aPerson(mark));
    await sql`update people set created_at = '2026-11-20T18:00:00Z', owner_id = ${ownerId}
      where email = ${aPerson(mark).email}`.execute(db);
    return id;
  };
  const listAlerts = async () => {
    const rows = await db
      .selectFrom("letters")
      .select(["recipient", "about"])
      .where("kind", "=", "answer-alert")
      .orderBy("recipient")
      .execute();
    return rows;
  };

  test("goes once to the owner, from 3 PM, and says nothing if the person was answered meanwhile", async () => {
    await addMember("eleanor");
    await saveDigests(db, "eleanor", ["answer-alert"], lastWeek);
    const id = await addNew("ada", "eleanor");
    await queueDigests({ db, outbox }, new Date("2026-11-23T20:55:00Z"));
    expect(await listAlerts()).toEqual([]);
    for (const at of [afternoon, afternoon]) await queueDigests({ db, outbox }, at);
    expect(await listAlerts()).toEqual([{ recipient: "eleanor@example.com", about: id }]);
    const compose = () => answerAlertEmail.connect(deps).compose(id);
    const content = await compose();
    expect(content?.subject).toBe("A reply is due by the end of today");
    expect(JSON.stringify(content?.blocks)).toContain(`/admin/people/${id}#follow-up`);
    await sql`update people set status = 'contacted'`.execute(db);
    expect(await compose()).toBeUndefined();
  });

  test("goes to all members with the morning list if the person has no owner or the owner stopped it", async () => {
    await addMember("eleanor");
    await saveDigests(db, "eleanor", [], lastWeek);
    await saveDigests(db, "ruth", ["morning-list", "answer-alert"], lastWeek);
    const first = await addNew("ada", null);
    const second = await addNew("bert", "eleanor");
    await queueDigests({ db, outbox }, afternoon);
    const alerts = await listAlerts();
    expect(new Set(alerts.map(({ recipient }) => recipient))).toEqual(new Set(["ruth@example.com"]));
    expect(new Set(alerts.map(({ about }) => about))).toEqual(new Set([first, second]));
  });

  test("names the five most urgent people a day, and one more has the number of all", async () => {
    await addMember("eleanor");
    for (const id of ["ruth", "eleanor"]) {
      await saveDigests(db, id, ["morning-list", "answer-alert"], lastWeek);
    }
    const real = await addNew("real", null);
    await sql`update pre_loi_assessments set score = 8, score_level = 'Early Stage'`.execute(db);
    await sql`
      insert into pre_loi_assessments (name, email, phone, ${sql.raw(sqlAnswers.columns)}, score, score_level, question_set_version,
        result_key, fingerprint, created_at)
      select 'Invented', 'invented' || i || '@stranger.example', '1', ${sql.raw(sqlAnswers.values)}, 21, 'Exit Ready', 'test',
        gen_random_uuid(), 'test', '2026-11-20T18:00:00Z'
      from generate_series(1, 50) as i`.execute(db);
    await Promise.all([1, 2, 3].map(() => queueDigests({ db, outbox }, afternoon)));
    // The people of the first alerts are answered, and the server looks again.
    await sql`update people set status = 'contacted' where latest_form_id in (select about from letters where about <> ${real})`.execute(
      db,
    );
    await queueDigests({ db, outbox }, new Date(afternoon.getTime() + 60_000));
    const alerts = await listAlerts();
    for (const id of ["ruth", "eleanor"]) {
      const own = alerts.filter(({ recipient }) => recipient === `${id}@example.com`);
      const { digestId } = await db
        .selectFrom("staffPreferences")
        .select("digestId")
        .where("userId", "=", id)
        .executeTakeFirstOrThrow();
      expect(own).toHaveLength(6);
      expect(own.map(({ about }) => about)).toEqual(expect.arrayContaining([real, digestId]));
      const summary = await answerAlertEmail
        .connect({ ...deps, clock: { now: () => afternoon } })
        .compose(digestId);
      expect(summary?.subject).toBe("47 replies are due by the end of today");
      expect(JSON.stringify(summary)).not.toContain("Invented");
    }
    await sql`update people set status = 'contacted'`.execute(db);
    const { digestId } = await db.selectFrom("staffPreferences").select("digestId").executeTakeFirstOrThrow();
    expect(
      await answerAlertEmail.connect({ ...deps, clock: { now: () => afternoon } }).compose(digestId),
    ).toBeUndefined();
  });

  test("counts the people of an owner who has no preferences yet", async () => {
    await sql`insert into staff_users (id, name, email, email_verified, role) values ('nora', 'Nora', 'nora@example.com', true, 'staff')`.execute(
      db,
    );
    for (const mark of ["a", "b", "c", "d", "e", "f", "g"]) await addNew(mark, "nora");
    await queueDigests({ db, outbox }, afternoon);
    expect((await listAlerts()).filter(({ recipient }) => recipient === "nora@example.com")).toHaveLength(6);
  });

  test("leaves out people who are answered, late already or due on another day", async () => {
    await addNew("answered", "ruth");
    await sql`update people set status = 'contacted'`.execute(db);
    await saveDigests(db, "ruth", ["answer-alert"], lastWeek);
    await addNew("late", "ruth");
    await sql`update people set created_at = '2026-11-19T18:00:00Z' where name like '%late'`.execute(db);
    await addNew("today", "ruth");
    await sql`update people set created_at = '2026-11-23T15:00:00Z' where name like '%today'`.execute(db);
    await queueDigests({ db, outbox }, afternoon);
    expect(await listAlerts()).toEqual([]);
  });
});
