import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { findPersonConsent } from "#app/intake/consent/find-consent.server.ts";
import { giveConsent } from "#app/intake/consent/record-consent.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { preparePersonExport } from "#app/people/export/export-person.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { findDuplicates } from "#app/people/merge/find-duplicates.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { undoMerge } from "#app/people/merge/undo-merge.server.ts";
import { findAddress, findKeptLead, findLead } from "#app/people/profile/find-people.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { eraseOutdatedPeople } from "#app/people/retention/erase-outdated-people.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { storeWebhook } from "#tests/kit/integrations.ts";
import { allRows, aPerson, personTime, signUp, takeAssessment } from "#tests/kit/person-data.ts";
import { addPerson, type NewPerson } from "./add-person.server.ts";
import {
  type ContactDetails,
  getContactDetails,
  getContactVersion,
  saveContact,
} from "./save-contact.server.ts";

const { db } = testDatabase();
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const hourMs = 3_600_000;
/** A number of hours after the forms. */
const hours = (count: number) => ({
  db,
  clock: { now: () => new Date(personTime.getTime() + count * hourMs) },
  ...auditDeps,
  actor,
});
const deps = hours(1);
const outbox = createOutbox(() => undefined);

const bea: NewPerson = {
  name: "Bea Quill",
  email: "bea@quill.example",
  phone: "(512) 555-0133",
  company: "Quill Paper",
  source: "Referred by Hollis & Wren",
  owner: null,
};
const ada = aPerson("ada");

const read = async (email: string) => {
  const record = await findPersonRecord(db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};
const readFacts = async (email: string) =>
  db
    .selectFrom("people")
    .innerJoin("personAddresses as address", "address.personId", "people.id")
    .selectAll("people")
    .where("address.email", "=", email)
    .executeTakeFirstOrThrow();
const save = async (email: string, wanted: Partial<ContactDetails>, as = deps) => {
  const record = await read(email);
  const details = { ...getContactDetails(record), ...wanted };
  return saveContact(as, email, { ...details, version: getContactVersion(record) });
};
const listChanges = async (email: string) => {
  const { id } = await read(email);
  const notes = db.selectFrom("personNotes").select(["body", "changes"]).where("personId", "=", id);
  return notes.orderBy("id").execute();
};
const allowCalls = async (email: string, as: ReturnType<typeof hours>) =>
  giveConsent(as, await listAddresses(db, email), ["phone"], () => Promise.resolve(true));

describe("a person whom staff add", () => {
  test("has a record without a form or consent, with the source as a note", async () => {
    await storeWebhook(db, { events: ["person.created"] });
    const added = await addPerson(deps, bea);
    const { id } = await read(bea.email);
    expect(added).toEqual({ ok: true, id });
    expect(await readFacts(bea.email)).toMatchObject({
      name: bea.name,
      company: bea.company,
      email: bea.email,
      phone: bea.phone,
      latestFormId: id,
      status: "new",
      callConsent: "not-asked",
      emailConsent: "not-asked",
      hasFormToken: false,
    });
    expect((await readFacts(bea.email)).searchable).toMatch(/bea quill.*bea@quill\.example|bea@quill/);
    expect(await db.selectFrom("consentReceipts").select("id").execute()).toEqual([]);
    const { name, email, phone, company } = bea;
    expect(await listChanges(bea.email)).toEqual([
      { body: bea.source, changes: { name, email, phone, company } },
    ]);
    expect([await findAddress(db, id), await findLead(db, bea.email)]).toEqual([bea.email, id]);
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_events where action = 'person-added'`.execute(db);
    expect(rows).toEqual([{ details: { note: true } }]);
    const deliveries = db.selectFrom("integrationDeliveries").select(["event", "personId"]);
    expect(await deliveries.execute()).toEqual([{ event: "person.created", personId: id }]);
  });

  test("is not added twice, or for an account that is gone", async () => {
    await addPerson(deps, bea);
    expect(await addPerson(deps, bea)).toEqual({ ok: false, reason: "known", email: bea.email });
    const missing = { ...bea, email: "new@quill.example", owner: { id: "gone", email: "gone@example.com" } };
    expect(await addPerson(deps, missing)).toEqual({ ok: false, reason: "owner-gone" });
    expect(await db.selectFrom("people").select("id").execute()).toHaveLength(1);
  });

  test.each([
    ["bea+firm@quill.example", "bea@quill.example"],
    ["bea@quill.example", "bea+firm@quill.example"],
    ["bea+home@quill.example", "bea+firm@quill.example"],
    ["bea.quill@gmail.com", "beaquill+firm@googlemail.com"],
  ])("is not added with %s if another address of the mailbox is known: %s", async (email, known) => {
    await addPerson(deps, { ...bea, email: known });
    expect(await addPerson(deps, { ...bea, email })).toEqual({ ok: false, reason: "known", email: known });
  });

  test("is added if only a similar address of another mailbox is known", async () => {
    for (const email of [
      "b.ea@quill.example",
      "bea@quill.example",
      "bea@other.example",
      "be@quill.example",
    ]) {
      expect(await addPerson(deps, { ...bea, email })).toMatchObject({ ok: true });
    }
  });

  test("is subject to an opt-out from before", async () => {
    await withdrawConsent(deps, bea.email, ["phone"]);
    await addPerson(deps, bea);
    expect(await readFacts(bea.email)).toMatchObject({ callConsent: "opted-out" });
    await withdrawConsent(deps, bea.email, ["email"]);
    expect(await readFacts(bea.email)).toMatchObject({ emailConsent: "opted-out" });
  });

  test("keeps the record when a form arrives and when it is deleted", async () => {
    await addPerson(deps, bea);
    const { id } = await read(bea.email);
    const form = await takeAssessment(db, { ...ada, email: bea.email, name: "B. Quill" });
    expect(await readFacts(bea.email)).toMatchObject({ id, name: bea.name, latestFormId: form });
    await db.deleteFrom("preLoiAssessments").execute();
    expect(await readFacts(bea.email)).toMatchObject({ id, latestFormId: id, score: null });
  });

  test("is proposed for a merge by the number", async () => {
    await takeAssessment(db, { ...ada, phone: "512 555 0133" });
    await addPerson(deps, bea);
    expect(await findDuplicates(db, bea.email)).toMatchObject([{ email: ada.email, reason: "phone" }]);
    expect(await findDuplicates(db, ada.email)).toMatchObject([{ email: bea.email, reason: "phone" }]);
  });

  test("is found by the id of the record after merges, and after their undo", async () => {
    const form = await takeAssessment(db, ada);
    const cal = { ...bea, email: "cal@quill.example" };
    await addPerson(deps, bea);
    await addPerson(deps, cal);
    const [{ id }, { id: calId }] = [await read(bea.email), await read(cal.email)];
    const findRecord = async (linked: string) => (await read((await findAddress(db, linked)) ?? "")).id;
    const first = await mergePeople(deps, { kept: await read(cal.email), removed: await read(bea.email) });
    expect([await findRecord(id), await findKeptLead(db, id)]).toEqual([calId, calId]);
    const second = await mergePeople(deps, { kept: await read(ada.email), removed: await read(cal.email) });
    for (const removed of [id, calId]) {
      expect([await findAddress(db, removed), await findKeptLead(db, removed)]).toEqual([ada.email, form]);
    }
    for (const merged of [second, first]) await undoMerge(deps, merged.ok ? merged.mergeId : 0);
    expect([await findAddress(db, id), await findKeptLead(db, id)]).toEqual([bea.email, undefined]);
    expect(await findKeptLead(db, "x")).toBeUndefined();
  });

  test("is erased after the retention period, and not before", async () => {
    await addPerson(deps, { ...bea, source: null });
    const run = (before: Date) =>
      eraseOutdatedPeople({ ...deps, outbox, log: silentLog }, before, () => false);
    expect(await run(deps.clock.now())).toEqual({ erased: 0, failed: 0 });
    expect(await run(hours(2).clock.now())).toEqual({ erased: 1, failed: 0 });
    expect((await allRows(db)).filter((row) => /quill/i.test(row))).toEqual([]);
  });
});

describe("the contact details of a person", () => {
  const right = "ada.avery@right.example";

  test("replace those of the forms, which stay as they were sent", async () => {
    const form = await takeAssessment(db, ada);
    expect(await save(ada.email, { name: "Ada Avery", email: right, phone: "555 0199" })).toEqual({
      ok: true,
    });
    expect(await readFacts(right)).toMatchObject({
      name: "Ada Avery",
      email: right,
      phone: "555 0199",
      latestFormId: form,
      revision: 2,
    });
    expect((await readFacts(right)).searchable).toMatch(/ada\.avery@right\.example/);
    expect(await db.selectFrom("preLoiAssessments").select(["name", "email", "phone"]).execute()).toEqual([
      { name: ada.name, email: ada.email, phone: ada.phone },
    ]);
    expect(await listChanges(ada.email)).toEqual([
      {
        body: null,
        changes: {
          name: "Ada Avery",
          email: right,
          phone: "555 0199",
          before: { name: ada.name, email: ada.email, phone: ada.phone },
        },
      },
    ]);
    expect(await findLead(db, right)).toBe(form);
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_events where action = 'contact-changed'`.execute(db);
    expect(rows).toEqual(Array(2).fill({ details: { fields: "name, email, phone" } }));
  });

  test("stay when later forms arrive, with the old and the new address", async () => {
    await takeAssessment(db, ada);
    await save(ada.email, { name: "Ada Avery", email: right });
    await signUp(db, ada);
    await signUp(db, { ...ada, email: right });
    expect(await db.selectFrom("people").select(["name", "email"]).execute()).toEqual([
      { name: "Ada Avery", email: right },
    ]);
  });

  test("with a new address neither end nor extend consent before anything comes with it", async () => {
    await takeAssessment(db, ada, { formTokenId: "token" });
    await allowCalls(ada.email, hours(0));
    await save(ada.email, { email: right });
    const expectConsent = async (phone: string, email: string) => {
      expect(await readFacts(right)).toMatchObject({ callConsent: phone, emailConsent: email });
      expect(await findPersonConsent(db, right)).toMatchObject({
        phone: { state: phone },
        email: { state: email },
      });
      const exported = await preparePersonExport(deps, right, { hiddenKinds: [] });
      expect(exported.addresses).toEqual([right, ada.email].toSorted());
    };
    await expectConsent("yes", "yes");
    // A form without the boxes; as after a merge, the most restrictive consent holds.
    await db.insertInto("linkedinLiveSignups").values({ name: "Ada", email: right, state: "told" }).execute();
    await expectConsent("not-asked", "not-asked");
  });

  test("with an address that has opted out are subject to the opt-out", async () => {
    await takeAssessment(db, ada);
    await withdrawConsent(deps, right, ["email"]);
    await save(ada.email, { email: right });
    expect(await readFacts(right)).toMatchObject({ emailConsent: "opted-out" });
  });

  test("with a new number allow no calls until consent is recorded", async () => {
    await takeAssessment(db, ada);
    await allowCalls(ada.email, hours(0));
    expect(await readFacts(ada.email)).toMatchObject({ callConsent: "yes", phone: ada.phone });
    await save(ada.email, { phone: "555 0199" }, hours(1));
    expect(await readFacts(ada.email)).toMatchObject({ callConsent: "yes", phone: null });
    // A later form without consent to calls does not bring the old number back.
    await signUp(db, ada);
    expect(await readFacts(ada.email)).toMatchObject({ phone: null });
    await allowCalls(ada.email, hours(2));
    expect(await readFacts(ada.email)).toMatchObject({ callConsent: "yes", phone: "555 0199" });
    await save(ada.email, { phone: null }, hours(3));
    expect(await readFacts(ada.email)).toMatchObject({ phone: ada.phone, contactPhone: null });
  });

  test("are not changed by an outdated form, without a change, or to the address of another person", async () => {
    await takeAssessment(db, ada);
    await addPerson(deps, bea);
    expect(await save(ada.email, {})).toEqual({ ok: false, reason: "empty" });
    expect(await save(ada.email, { phone: null })).toEqual({ ok: false, reason: "empty" });
    expect(await save(ada.email, { email: bea.email, name: "Ada Avery" })).toEqual({
      ok: false,
      reason: "taken",
    });
    const record = await read(ada.email);
    const details = { name: "Ada Avery", email: ada.email, phone: null };
    for (const seen of [
      { ...record, revision: record.revision - 1 },
      { ...record, id: (await read(bea.email)).id },
    ]) {
      const version = getContactVersion(seen);
      expect(await saveContact(deps, ada.email, { ...details, version })).toEqual({
        ok: false,
        reason: "changed",
      });
    }
    expect(await readFacts(ada.email)).toMatchObject({ name: ada.name, email: ada.email, revision: 1 });
  });

  test("are not replaced by the earlier ones if a form has brought others meanwhile", async () => {
    await takeAssessment(db, ada);
    const opened = await read(ada.email);
    const wanted = { ...getContactDetails(opened), name: "Ada Avery" };
    const form = await takeAssessment(db, { ...ada, phone: "555 0177", words: "Another question" });
    await sql`update pre_loi_assessments set created_at = created_at + interval '1 hour' where id = ${form}`.execute(
      db,
    );
    await sql`select refresh_person(${opened.id})`.execute(db);
    expect(await readFacts(ada.email)).toMatchObject({ phone: "555 0177", revision: opened.revision });
    const saved = await saveContact(deps, ada.email, { ...wanted, version: getContactVersion(opened) });
    expect(saved).toEqual({ ok: false, reason: "changed" });
    expect(await readFacts(ada.email)).toMatchObject({ name: ada.name, contactPhone: null });
  });

  test("forget a misspelled address that only staff entered, and keep those with a form", async () => {
    await takeAssessment(db, ada);
    await save(ada.email, { email: "ada.avery@wrong.example" });
    await save(ada.email, { email: right });
    expect(await listAddresses(db, ada.email)).toEqual([right, ada.email].toSorted());
    await save(ada.email, { email: ada.email });
    expect(await listAddresses(db, ada.email)).toEqual([ada.email]);
  });

  test("are erased and exported with the person", async () => {
    await takeAssessment(db, ada);
    await save(ada.email, { name: "Lovelace", email: right, phone: "555 0199" });
    let file = "";
    for await (const part of (await preparePersonExport(deps, right, { hiddenKinds: [] })).file()) {
      file += part;
    }
    expect(JSON.parse(file)).toMatchObject({
      record: { name: "Lovelace", contactEmail: right, contactPhone: "555 0199" },
    });
    await erasePerson({ ...deps, outbox }, right, { keepsEmails: false });
    expect((await allRows(db)).filter((row) => /lovelace|right\.example|555 0199/i.test(row))).toEqual([]);
  });

  test("go to the kept record of a merge, and return with its undo", async () => {
    await takeAssessment(db, ada);
    await addPerson(deps, bea);
    await save(bea.email, { email: "bea@new.example" });
    const before = [await readFacts(ada.email), await readFacts("bea@new.example")];
    const merged = await mergePeople(deps, {
      kept: await read(ada.email),
      removed: await read("bea@new.example"),
    });
    expect(await readFacts("bea@new.example")).toMatchObject({
      id: before[0]?.id,
      email: "bea@new.example",
      contactPhone: bea.phone,
    });
    expect(await undoMerge(deps, merged.ok ? merged.mergeId : 0)).toMatchObject({ ok: true });
    const details = [
      "id",
      "email",
      "contactEmail",
      "contactPhone",
      "addedAt",
      "latestFormId",
      "phone",
    ] as const;
    for (const [index, email] of [ada.email, "bea@new.example"].entries()) {
      const after = await readFacts(email);
      for (const field of details) expect([field, after[field]]).toEqual([field, before[index]?.[field]]);
    }
  });
});
