import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import type { StaffActor } from "#app/audit/audit.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { replayDelivery } from "#app/integrations/deliveries/replay-deliveries.server.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { recordBooking } from "#app/people/bookings/record-booking.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { undoMerge } from "#app/people/merge/undo-merge.server.ts";
import { aBookingReport } from "#tests/kit/a-booking-report.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { listQueued } from "#tests/kit/integrations.ts";
import {
  aPerson,
  followUp,
  personTime,
  signUp,
  takeAssessment,
  type TestPerson,
} from "#tests/kit/person-data.ts";
import { onRequest, testWealthboxDelivery } from "#tests/kit/wealthbox-delivery.ts";
import { reviewTexts } from "./sync-person.server.ts";
import { usualSettings } from "./wealthbox-settings.ts";

const { db } = testDatabase();
const { server, connect, deliver, stopWorker, requests, writes, forgetRequests, states } =
  testWealthboxDelivery(db);
const clock = { now: () => personTime };
const actor: StaffActor = { kind: "staff", id: "1", email: "ruth@example.com" };
const deps = { db, clock, outbox: createOutbox(() => undefined), ...auditDeps, actor };
const ada = aPerson("ada");
const eve = aPerson("eve");

const read = async ({ email }: TestPerson) => {
  const record = await findPersonRecord(db, email);
  if (record === undefined) throw new Error(`${email} has no record.`);
  return record;
};

describe("a new person", () => {
  test("becomes a contact with source, consent and a note", async () => {
    await connect({ settings: { ...usualSettings, source: "Website" } });
    await takeAssessment(db, ada);
    await deliver();
    const { id } = await read(ada);
    expect(server().contacts).toMatchObject([
      {
        type: "Person",
        first_name: "Avery",
        last_name: "ada",
        external_unique_id: id,
        contact_type: "Prospect",
        contact_source: "Website",
        email_addresses: [{ address: ada.email, principal: true }],
        phone_numbers: [{ address: ada.phone, principal: true }],
        tags: ["Website", "Lead: New", expect.stringMatching(/^Readiness: /), "Do not call"],
      },
    ]);
    const [contact] = server().contacts;
    expect(server().notes).toMatchObject([{ linked_to: [{ id: contact?.id, type: "Contact" }] }]);
    expect(server().notes[0]?.content).toMatch(
      /^Nov 21, 2026: Pre-LOI Assessment, score \d+, .+\nSource: ada\nRecord: https:\/\/www\.example\.com\/admin\/people\/[\w-]+\nReference: /,
    );
    expect(await states()).toEqual(["delivered"]);
    expect(await db.selectFrom("wealthboxContacts").select(["contactId", "personId"]).execute()).toEqual([
      { contactId: contact?.id, personId: id },
    ]);
  });

  test("is assigned to the user with the address of the owner, and the next step becomes a task", async () => {
    await db
      .insertInto("staffUsers")
      .values({
        id: "1",
        name: "Ruth",
        email: "ruth@example.com",
        emailVerified: true,
        image: null,
        role: "owner",
        roleEndsAt: null,
      })
      .execute();
    await takeAssessment(db, ada);
    await sql`update people set owner_id = '1', status = 'booked', next_step = 'Call ada', next_step_on = '2026-12-01'`.execute(
      db,
    );
    await connect();
    await signUp(db, ada);
    await deliver();
    expect(server().contacts).toMatchObject([{ assigned_to: 900 }]);
    expect(server().tasks).toMatchObject([
      {
        name: "Call ada",
        due_date: "2026-12-01 05:00 PM -0600",
        linked_to: [{ id: server().contacts[0]?.id, type: "Contact" }],
      },
    ]);
    // The first note contains the earlier form as well.
    expect(server().notes[0]?.content).toMatch(/Pre-LOI Assessment.*\n.*Event sign-up/);
  });

  test.each([
    [
      "with a status that the settings exclude",
      "update people set status = 'contacted'",
      "exclude the status",
    ],
    ["whose form came from a program", "update people set traffic_class = 'machine'", "came from a program"],
  ])("%s is skipped", async (_, change, problem) => {
    await takeAssessment(db, ada);
    await connect({ settings: { ...usualSettings, statuses: ["new"] } });
    await signUp(db, ada);
    await sql.raw(change).execute(db);
    await deliver();
    expect(requests()).toEqual([]);
    expect(new Set(await states())).toEqual(new Set(["skipped"]));
    expect((await listQueued(db))[0]?.problem).toContain(problem);
  });
});

describe("a contact that the firm already has", () => {
  beforeEach(() => {
    server().contacts.push(
      {
        id: 7,
        type: "Person",
        first_name: "A.",
        last_name: "Vintage",
        contact_type: "Center of Influence",
        external_unique_id: "other-system-3",
        email_addresses: [{ address: ada.email.toUpperCase() }],
        tags: ["VIP", "Do not call"],
      },
      { id: 6, type: "Person", email_addresses: [{ address: "x@example.org" }] },
    );
  });

  test("is found by its address, and only completed", async () => {
    await connect();
    await takeAssessment(db, ada);
    await deliver();
    expect(writes()).toEqual(["PUT /contacts/7", "POST /notes"]);
    expect(server().contacts[0]).toMatchObject({
      first_name: "A.",
      last_name: "Vintage",
      contact_type: "Center of Influence",
      external_unique_id: "other-system-3",
      phone_numbers: [{ address: ada.phone, principal: true }],
      tags: ["VIP", "Do not call", "Website", "Lead: New", expect.stringMatching(/^Readiness: /)],
    });
  });

  test("of someone else is not taken if Wealthbox ignores a filter", async () => {
    server().contacts.splice(0, 1);
    for (const _ of ["external_unique_id", "email"]) {
      server().faults.push(
        onRequest("GET /contacts", (__, response) =>
          response.writeHead(200).end(JSON.stringify({ contacts: server().contacts })),
        ),
      );
    }
    await connect();
    await takeAssessment(db, ada);
    await deliver();
    expect(writes()).toEqual(["POST /contacts", "POST /notes"]);
  });

  test("keeps the tags of the firm, also “Do not call”, when the website’s tags change", async () => {
    await connect();
    await takeAssessment(db, ada);
    await deliver();
    await sql`update people set status = 'client', call_consent = 'yes', email_consent = 'opted-out'`.execute(
      db,
    );
    await deliver();
    expect(server().contacts[0]?.["tags"]).toEqual([
      "VIP",
      "Do not call",
      "Website",
      expect.stringMatching(/^Readiness: /),
      "Lead: Client",
      "Do not email",
    ]);
  });
});

describe("a change", () => {
  beforeEach(async () => {
    await connect();
    await takeAssessment(db, ada);
    await deliver();
    forgetRequests();
  });
  const contact = () => server().contacts[0];

  test("of consent changes the tags in both directions", async () => {
    expect(contact()?.["tags"]).toContain("Do not call");
    await sql`update people set call_consent = 'yes'`.execute(db);
    await deliver();
    expect(contact()?.["tags"]).not.toContain("Do not call");
    await withdrawConsent(deps, ada.email, ["phone", "email"]);
    await deliver();
    expect(contact()?.["tags"]).toEqual(expect.arrayContaining(["Do not call", "Do not email"]));
    expect(server().contacts).toHaveLength(1);
    expect(server().notes).toHaveLength(1);
  });

  test("of the status changes the tag, and a client becomes one", async () => {
    await sql`update people set status = 'client'`.execute(db);
    await deliver();
    expect(contact()).toMatchObject({ contact_type: "Client" });
    expect(contact()?.["tags"]).toContain("Lead: Client");
    expect(contact()?.["tags"]).not.toContain("Lead: New");
  });

  test("of the next step completes its task and creates another", async () => {
    await followUp(db, ada);
    await deliver();
    await sql`update people set next_step_on = '2026-12-03'`.execute(db);
    await deliver();
    expect(server().tasks).toMatchObject([{ name: "Call ada", due_date: "2026-12-03 05:00 PM -0600" }]);
    await sql`update people set next_step = 'Send a proposal', next_step_on = null`.execute(db);
    await deliver();
    expect(server().tasks).toMatchObject([
      { name: "Call ada", complete: true },
      { name: "Send a proposal", frame: "future" },
    ]);
    await sql`update people set next_step = null`.execute(db);
    await deliver();
    expect(server().tasks.map(({ complete }) => complete)).toEqual([true, true]);
  });

  test("that concerns nothing in Wealthbox writes nothing", async () => {
    await sql`update people set owner_id = null, company = ''||'' where false`.execute(db);
    await sql`insert into integration_deliveries (destination_id, event, person_id, data)
      select destination_id, 'person.updated', person_id, '{}' from integration_deliveries limit 1`.execute(
      db,
    );
    await deliver();
    expect(writes()).toEqual([]);
  });

  test("that was made in Wealthbox is corrected by a replay, which repeats no note", async () => {
    Object.assign(contact() ?? {}, { tags: [] });
    const [delivery] = await listQueued(db);
    expect(await replayDelivery({ db, actor }, delivery?.id ?? "")).toEqual({ ok: true });
    await deliver();
    expect(contact()?.["tags"]).toContain("Lead: New");
    expect(server().notes).toHaveLength(1);
  });

  test("adds a note for each further form and appointment", async () => {
    await db.insertInto("events").values(anEvent()).execute();
    await signUp(db, ada);
    await deliver();
    await recordBooking(deps, aBookingReport({ attendeeEmail: ada.email }));
    await deliver();
    expect(server().notes.map(({ content }) => content.split("\n")[0])).toEqual([
      expect.stringContaining("Pre-LOI Assessment"),
      expect.stringContaining("Sign-up for “Before the letter of intent” on Dec 17, 2026, seat"),
      expect.stringContaining("Appointment on Dec 1, 2026, 10:00 AM CST, booked"),
    ]);
  });

  test("of a person whose contact was deleted there creates it again", async () => {
    server().contacts.length = 0;
    await sql`update people set status = 'booked'`.execute(db);
    await deliver();
    expect(server().contacts).toHaveLength(1);
    expect(await db.selectFrom("wealthboxContacts").select("contactId").execute()).toEqual([
      { contactId: contact()?.id },
    ]);
    expect((await listQueued(db)).map(({ event }) => event)).not.toContain("person.erased");
  });
});

describe("several people", () => {
  test("with the same address in Wealthbox share its contact, without notes and tasks of each other", async () => {
    server().contacts.push({
      id: 7,
      type: "Person",
      email_addresses: [{ address: ada.email }, { address: eve.email }],
    });
    await connect();
    await takeAssessment(db, ada);
    await takeAssessment(db, eve);
    await deliver();
    await sql`update people set next_step = 'Call', status = 'booked'`.execute(db);
    await deliver();
    expect(server().contacts).toHaveLength(1);
    expect(server().notes).toHaveLength(2);
    expect(server().tasks).toHaveLength(1);
  });

  test("that are merged keep both contacts, and staff are asked to merge them", async () => {
    await connect();
    await takeAssessment(db, ada);
    await takeAssessment(db, eve);
    await deliver();
    const [kept, removed] = [await read(ada), await read(eve)];
    const owners = async () =>
      (await db.selectFrom("wealthboxContacts").select("personId").orderBy("contactId").execute()).map(
        ({ personId }) => personId,
      );
    const before = await owners();
    const merged = await mergePeople(deps, { kept, removed });
    await deliver();
    expect(server().tasks).toMatchObject([
      { name: reviewTexts.merged, linked_to: server().contacts.map(({ id }) => ({ id, type: "Contact" })) },
    ]);
    expect(await owners()).toEqual([kept.id, kept.id]);
    if (!merged.ok) throw new Error(merged.reason);
    expect(await undoMerge(deps, merged.mergeId)).toMatchObject({ ok: true });
    expect(await owners()).toEqual(before);
  });

  test("that are merged and then erased leave a task for the contact of each record", async () => {
    await connect();
    await takeAssessment(db, ada);
    await takeAssessment(db, eve);
    await deliver();
    await stopWorker();
    await mergePeople(deps, { kept: await read(ada), removed: await read(eve) });
    // The merge can no longer be undone, and Wealthbox was not told about it.
    await sql`delete from person_merges`.execute(db);
    await erasePerson(deps, ada.email, { keepsEmails: false });
    await deliver();
    const tasks = server().tasks.map((task) => [task["name"], task["linked_to"]]);
    expect(tasks).toHaveLength(2);
    expect(tasks).toEqual(
      expect.arrayContaining(
        server().contacts.map(({ id }) => [reviewTexts.erased, [{ id, type: "Contact" }]]),
      ),
    );
  });

  test("that are erased leave a task for staff, and nothing else about them is sent", async () => {
    await connect();
    await takeAssessment(db, ada);
    await deliver();
    await stopWorker();
    await sql`update people set status = 'booked'`.execute(db);
    await erasePerson(deps, ada.email, { keepsEmails: false });
    await deliver();
    expect(server().tasks).toMatchObject([
      { name: reviewTexts.erased, linked_to: [{ id: server().contacts[0]?.id, type: "Contact" }] },
    ]);
    expect(server().contacts[0]?.["tags"]).toContain("Lead: New");
    expect(await db.selectFrom("wealthboxContacts").selectAll().execute()).toEqual([]);
  });
});
