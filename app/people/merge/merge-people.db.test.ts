import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { loadPerson } from "#app/people/export/load-person.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { deleteExpired } from "#app/people/retention/retention.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { listPersonNotes } from "#tests/kit/read-person.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storeWebhook } from "#tests/kit/integrations.ts";
import {
  allRows,
  aPerson,
  enter,
  followUp,
  personTime,
  signUp,
  takeAssessment,
  type TestPerson,
  visit,
} from "#tests/kit/person-data.ts";
import { mergePeople } from "./merge-people.server.ts";
import { undoDays } from "./undo-days.ts";
import { findLatestMerge, undoMerge } from "./undo-merge.server.ts";

const { db } = testDatabase();
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const deps = { db, clock: { now: () => personTime }, ...auditDeps, actor };
const ada = aPerson("ada");
const zoe = aPerson("zoe");
const eve = aPerson("eve");

const erase = ({ email }: TestPerson) =>
  erasePerson({ ...deps, outbox: createOutbox(() => undefined) }, email, { keepsEmails: false });

const read = async ({ email }: TestPerson) => {
  const record = await findPersonRecord(db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};
/** Merges the record of the second person into that of the first. */
const merge = async (kept: TestPerson, removed: TestPerson) =>
  mergePeople(deps, { kept: await read(kept), removed: await read(removed) });
const mergeAndGetId = async (kept: TestPerson, removed: TestPerson): Promise<number> => {
  const result = await merge(kept, removed);
  if (!result.ok) throw new Error(result.reason);
  return result.mergeId;
};
const countMerges = async () => (await db.selectFrom("personMerges").select("id").execute()).length;

/** The records with addresses and notes, without revisions and the times of changes. */
const listRecords = async () => {
  const { rows } = await sql<{ record: object }>`
    select to_jsonb(people) - array['revision', 'updated_at'] || jsonb_build_object(
      'addresses', (select jsonb_agg(email order by email) from person_addresses where person_id = people.id),
      'notes', (select jsonb_agg(body order by id) from person_notes where person_id = people.id)
    ) as record from people order by id`.execute(db);
  return rows.map(({ record }) => record);
};

/** The person of each Wealthbox contact and of each queued delivery. */
const listIntegrations = async () => {
  const { rows } = await sql`
    select 'contact' as kind, recorded_for::text as origin, person_id from wealthbox_contacts
    union all select event, data ->> 'personId', person_id from integration_deliveries
    order by 1, 2`.execute(db);
  return rows;
};

describe("a merge", () => {
  test("keeps the forms, notes and addresses of both, and fills the empty fields", async () => {
    await takeAssessment(db, ada);
    await signUp(db, zoe);
    await followUp(db, zoe);
    expect((await merge(ada, zoe)).ok).toBe(true);
    const record = await read(ada);
    expect(record).toMatchObject({
      name: ada.name,
      status: "contacted",
      company: "zoe Tools",
      nextStep: "Call zoe",
      nextStepOn: "2026-12-01",
    });
    expect(await read(zoe)).toEqual(record);
    expect(await listPersonNotes(db, ada.email)).toMatchObject([{ body: "What zoe said" }]);
    const all = await loadPerson(db, ada.email, { hiddenKinds: [] });
    expect(all.addresses.map(({ email }) => email)).toEqual([ada.email, zoe.email]);
    expect([all.assessments.length, all.signUps.length, all.consentReceipts.length]).toEqual([1, 1, 2]);
    expect(new Set(all.letters.map(({ recipient }) => recipient))).toContain(zoe.email);
  });

  test("keeps the values of the kept record, and the later status with its times", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, zoe);
    await followUp(db, ada);
    await db.updateTable("people").set({ status: "client" }).where("email", "=", zoe.email).execute();
    await merge(ada, zoe);
    expect(await read(ada)).toMatchObject({ status: "client", company: "ada Tools", nextStep: "Call ada" });
    const times = await db.selectFrom("people").select(["contactedAt", "clientAt"]).executeTakeFirst();
    expect([times?.contactedAt, times?.clientAt]).toEqual([personTime, expect.anything()]);
  });

  test("takes the most restrictive consent, and names both addresses in the audit log", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, zoe);
    await withdrawConsent(deps, zoe.email, ["email"]);
    await merge(ada, zoe);
    const { consent, addresses } = await loadPerson(db, ada.email, { hiddenKinds: [] });
    expect(consent.email.state).toBe("opted-out");
    expect(addresses.map(({ consent: { email } }) => email.state)).toEqual(["yes", "opted-out"]);
    const merged = db.selectFrom("auditEvents").select("subject").where("action", "=", "people-merged");
    expect(new Set((await merged.execute()).map(({ subject }) => subject))).toEqual(
      new Set([ada, zoe].map(({ email }) => auditDeps.persons.subjectOf(email))),
    );
  });

  test("with oneself, or of an erased or changed person, changes nothing", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, zoe);
    const [kept, removed] = [await read(ada), await read(zoe)];
    expect(await merge(ada, ada)).toEqual({ ok: false, reason: "same" });
    await followUp(db, zoe);
    expect(await mergePeople(deps, { kept, removed })).toEqual({ ok: false, reason: "changed" });
    await erase(zoe);
    expect(await mergePeople(deps, { kept, removed })).toEqual({ ok: false, reason: "unknown" });
    expect(await countMerges()).toBe(0);
  });

  test("in both directions at the same time happens once", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, zoe);
    const results = await Promise.all([merge(ada, zoe), merge(zoe, ada), merge(ada, zoe)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await listRecords()).toMatchObject([{ addresses: [ada.email, zoe.email] }]);
  });
});

describe("the undo of a merge", () => {
  test("restores both records exactly", async () => {
    await enter(db, ada);
    await enter(db, zoe);
    await followUp(db, zoe);
    const before = await listRecords();
    const id = await mergeAndGetId(ada, zoe);
    expect(await findLatestMerge(db, (await read(ada)).id, personTime)).toMatchObject({
      id,
      name: zoe.name,
      mergedBy: actor.email,
    });
    expect(await undoMerge(deps, id)).toMatchObject({ ok: true });
    expect(await listRecords()).toEqual(before);
    expect(await countMerges()).toBe(0);
  });

  test("leaves notes and changes since the merge with the kept record", async () => {
    await takeAssessment(db, ada);
    await takeAssessment(db, zoe);
    await followUp(db, zoe);
    const id = await mergeAndGetId(ada, zoe);
    await followUp(db, ada);
    await undoMerge(deps, id);
    expect(await read(ada)).toMatchObject({ company: "ada Tools", nextStep: "Call ada", status: "new" });
    expect(await listPersonNotes(db, ada.email)).toMatchObject([{ body: "What ada said" }]);
    expect(await read(zoe)).toMatchObject({ company: "zoe Tools", status: "contacted" });
  });

  test("of several merges goes from the latest to the first, also across records", async () => {
    await storeWebhook(db, { events: ["person.created"] });
    for (const person of [ada, zoe, eve]) await takeAssessment(db, person);
    await sql`
      insert into wealthbox_contacts (contact_id, person_id, recorded_for)
      select row_number() over (), id, id from people`.execute(db);
    const before = await listRecords();
    const integrationsBefore = await listIntegrations();
    const first = await mergeAndGetId(ada, zoe);
    const afterFirst = await listIntegrations();
    const second = await mergeAndGetId(eve, ada);
    expect(await undoMerge(deps, first)).toEqual({ ok: false, reason: "later-merge" });
    expect(await undoMerge(deps, second)).toMatchObject({ ok: true });
    expect(await listIntegrations()).toEqual(afterFirst);
    expect(await undoMerge(deps, first)).toMatchObject({ ok: true });
    expect(await listRecords()).toEqual(before);
    expect(await listIntegrations()).toEqual(integrationsBefore);
  });

  test("happens once, ends after the period, and is impossible after an erasure", async () => {
    for (const person of [ada, zoe]) await takeAssessment(db, person);
    const id = await mergeAndGetId(ada, zoe);
    const late = new Date(personTime.getTime() + undoDays * 24 * 3_600_000 + 1);
    expect(await undoMerge({ ...deps, clock: { now: () => late } }, id)).toEqual({
      ok: false,
      reason: "expired",
    });
    const twice = await Promise.all([undoMerge(deps, id), undoMerge(deps, id)]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
    const again = await mergeAndGetId(ada, zoe);
    await erase(ada);
    expect(await undoMerge(deps, again)).toEqual({ ok: false, reason: "unknown" });
    expect(await listRecords()).toEqual([]);
  });
});

const zebulon = aPerson("zebulon");
const wilhelmina = aPerson("wilhelmina");

describe("retention", () => {
  const daysLater = (days: number) => new Date(personTime.getTime() + days * 24 * 3_600_000);
  const retain = async (now: Date) => {
    const all = { ...deps, outbox: createOutbox(() => undefined), log: silentLog };
    return (await deleteExpired(all, now)).removed;
  };

  test("deletes the data for the undo after 30 days", async () => {
    for (const person of [ada, zoe]) await takeAssessment(db, person);
    await merge(ada, zoe);
    expect(await retain(daysLater(29))).toMatchObject({ merges: 0 });
    expect(await retain(daysLater(31))).toMatchObject({ merges: 1, people: 0 });
    expect(await countMerges()).toBe(0);
  });

  test("erases a merged person after the last contact with any address", async () => {
    for (const person of [ada, zoe]) await takeAssessment(db, person);
    await merge(ada, zoe);
    await db
      .updateTable("preLoiAssessments")
      .set({ createdAt: daysLater(365) })
      .where("email", "=", ada.email)
      .execute();
    expect(await retain(daysLater(6 * 366))).toMatchObject({ people: 0 });
    expect(await listRecords()).toHaveLength(1);
    expect(await retain(daysLater(8 * 366))).toMatchObject({ people: 1 });
    expect(await listRecords()).toEqual([]);
  });
});

describe("the erasure of a merged person", () => {
  test.each([zebulon, wilhelmina])("removes all addresses from all tables: $email", async (asked) => {
    for (const person of [zebulon, wilhelmina]) {
      await enter(db, person);
      await visit(db, { ...person, sender: { ...person.sender, visitId: null } });
      await followUp(db, person);
    }
    await merge(zebulon, wilhelmina);
    await erase(asked);
    const marks = [zebulon, wilhelmina].flatMap(({ mark, sender: { browserKey } }) => [
      mark,
      String(browserKey),
    ]);
    const rows = (await allRows(db)).filter((row) => marks.some((mark) => row.toLowerCase().includes(mark)));
    expect(rows).toEqual([]);
    expect(await countMerges()).toBe(0);
    const erasures = db.selectFrom("auditEvents").select("subject").where("action", "=", "person-erased");
    expect(await erasures.execute()).toHaveLength(2);
  });

  test("has removed the names of sources that were replaced before", async () => {
    await enter(db, zebulon);
    await visit(db, { ...zebulon, sender: { ...zebulon.sender, visitId: null } });
    const names = async () => (await db.selectFrom("sourceNames").select("spelling").execute()).length;
    expect(await names()).toBeGreaterThan(0);
    await sql`update people set first_channel = null, first_campaign = null, last_channel = null, last_campaign = null`.execute(
      db,
    );
    expect(await names()).toBe(0);
  });

  test("by a server of the previous version removes the data for the undo", async () => {
    for (const person of [ada, zoe]) await takeAssessment(db, person);
    await merge(ada, zoe);
    await db.deleteFrom("preLoiAssessments").where("email", "=", zoe.email).execute();
    expect(await countMerges()).toBe(0);
    const rows = (await allRows(db)).filter((row) => /^(people|person_)/.test(row));
    expect(rows.filter((row) => row.includes(zoe.email) || row.includes(zoe.name))).toEqual([]);
  });
});
