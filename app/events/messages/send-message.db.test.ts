import { describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { eventPagePath } from "#app/events/schedule/event-paths.ts";
import { withdrawConsent } from "#app/intake/consent/withdraw-consent.server.ts";
import { erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { createLeadEmails } from "#server/emails.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { addStates, findMessage, listSentMessages } from "./find-messages.server.ts";
import { type NewMessage, previewMessage, saveDraft, sendMessage } from "./send-message.server.ts";

const { db, pool } = testDatabase();
const before = new Date("2026-12-01T12:00:00Z");
const after = new Date("2026-12-18T12:00:00Z");
const siteUrl = "https://www.example.com";
const outbox = createOutbox(() => undefined);
const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
const { persons } = auditDeps;

const depsAt = (now: Date) => ({ db, clock: { now: () => now }, outbox, actor, persons });

const replay = { replayUrl: "https://live.example.com/replay", slidesUrl: null, paragraph: null };
const replayToHolders = { template: "replay", audience: "holders", fields: replay, repeats: false } as const;

async function addEvent(changes: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const added = db.insertInto("events").values(anEvent(changes)).returning("id");
  return (await added.executeTakeFirstOrThrow()).id;
}

type Person = Parameters<typeof aSignup>[0] & { hasConsent?: boolean; isConfirmed?: boolean };

/** Adds sign-ups with numbers in their order. */
async function addPeople(eventId: string, people: Readonly<Record<string, Person>>) {
  const ids: Record<string, string> = {};
  let placeNumber = 0;
  const seats = Object.values(people).filter(({ state = "seat" }) => state === "seat").length;
  await db
    .updateTable("events")
    .set({ seatsTaken: seats, lastPlaceNumber: Object.keys(people).length })
    .where("id", "=", eventId)
    .execute();
  for (const [name, { hasConsent, isConfirmed, ...changes }] of Object.entries(people)) {
    placeNumber += 1;
    const keys =
      isConfirmed === true ? { mailboxKey: name } : { unconfirmedMailboxKey: name, mailboxKey: name };
    const row = aSignup({
      name,
      email: `${name.toLowerCase()}@example.com`,
      eventId,
      placeNumber,
      state: "seat",
      ...keys,
      ...changes,
    });
    const { id } = await db
      .insertInto("linkedinLiveSignups")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    ids[name] = id;
    if (hasConsent === true) {
      const receipt = { leadId: id, form: "event-signup", basis: "boxes-shown", byEmail: true } as const;
      await db
        .insertInto("consentReceipts")
        .values({
          ...receipt,
          givenAt: before,
          byPhone: false,
          wordingVersion: "w",
          pageVersion: "p",
          optsOut: false,
        })
        .execute();
    }
  }
  return ids;
}

async function draft(eventId: string, message: Partial<NewMessage>, now = after) {
  const saved = await saveDraft(depsAt(now), eventId, { ...replayToHolders, ...message });
  if (!saved.ok) throw new Error(`The draft was refused: ${saved.reason}`);
  const found = await findMessage(db, eventId, saved.id);
  if (found === undefined) throw new Error("The draft was not found.");
  return found;
}

async function previewOf(message: Awaited<ReturnType<typeof draft>>, now = after) {
  const shown = await previewMessage(depsAt(now), message);
  if ("blocker" in shown) throw new Error(`Blocked: ${shown.blocker}`);
  return { ...shown, names: shown.recipients.map(({ name }) => name) };
}

async function send(message: Awaited<ReturnType<typeof draft>>, now = after) {
  const { version } = await previewOf(message, now);
  const of = { eventId: message.eventId, messageId: message.id, expectedVersion: version };
  return sendMessage(depsAt(now), of);
}

const emails = () =>
  db
    .selectFrom("letters")
    .select(["kind", "recipient", "state", "about", "notAfter", "isUnconfirmed"])
    .orderBy("recipient")
    .execute();

describe("a draft", () => {
  test.each([
    ["notice", "holders", after],
    ["notice", "waiting", before],
    ["waiting-news", "waiting", after],
    ["replay", "attended", before],
    ["missed", "no-shows", before],
    ["missed", "attended", after],
    ["invitation", "attended", before],
  ] as const)("of %s to %s is refused in the wrong phase of the event", async (template, audience, now) => {
    const id = await addEvent();
    const saved = await saveDraft(depsAt(now), id, { template, audience, fields: {}, repeats: false });
    expect(saved).toEqual({ ok: false, reason: "not-offered" });
  });

  test("of an invitation needs another upcoming event", async () => {
    const id = await addEvent();
    const message = { template: "invitation", audience: "holders", fields: {}, repeats: false } as const;
    expect(await saveDraft(depsAt(after), id, message)).toEqual({ ok: false, reason: "no-next-event" });
    const waiting = { ...message, audience: "waiting" } as const;
    expect(await saveDraft(depsAt(before), id, waiting)).toEqual({ ok: false, reason: "no-next-event" });
    await addEvent({ startsAt: new Date("2027-01-21T18:00:00Z") });
    expect(await saveDraft(depsAt(after), id, message)).toMatchObject({ ok: true });
    // The event itself is the next one, so its waiting list is invited to the one after it.
    expect(await saveDraft(depsAt(before), id, waiting)).toMatchObject({ ok: true });
  });

  test("is deleted a day later, and a sent message is kept", async () => {
    const id = await addEvent();
    await addPeople(id, { Ada: {} });
    const old = await draft(id, {});
    const sent = await draft(id, {});
    await send(sent);
    await draft(id, {}, new Date(after.getTime() + 25 * 3_600_000));
    expect(await findMessage(db, id, old.id)).toBeUndefined();
    expect(await findMessage(db, id, sent.id)).toBeDefined();
  });
});

test.each([
  ["replay", "holders", ["Ada", "Ben", "Cleo"]],
  ["replay", "attended", ["Ada"]],
  ["missed", "no-shows", ["Ben"]],
  ["waiting-news", "waiting", ["Dora"]],
] as const)("%s to %s goes to exactly this group", async (template, audience, names) => {
  const id = await addEvent();
  await addPeople(id, {
    Ada: { attended: true },
    Ben: { attended: false },
    Cleo: {},
    Dora: { state: "waiting" },
    Eve: { state: "cancelled" },
  });
  const now = template === "waiting-news" ? before : after;
  const shown = await previewOf(await draft(id, { template, audience }, now), now);
  expect(shown.names).toEqual(names);
  expect(shown.leftOut).toEqual({});
});

describe("a sent message", () => {
  test("queues one email for each previewed person and is recorded", async () => {
    const id = await addEvent();
    await addPeople(id, { Ada: {}, Ben: {} });
    const message = await draft(id, { template: "notice", fields: { paragraph: "Hi", link: null } }, before);
    expect(await send(message, before)).toEqual({ ok: true, recipients: 2, isRepeated: false });
    const end = new Date("2026-12-17T18:45:00Z");
    expect(await emails()).toMatchObject([
      { kind: "event-notice", recipient: "ada@example.com", state: "waiting", notAfter: end },
      { kind: "event-notice", recipient: "ben@example.com", state: "waiting", notAfter: end },
    ]);
    const audit = db
      .selectFrom("auditEvents")
      .select(["subject", "actorEmail", "details"])
      .where("action", "=", "event-message-sent");
    expect(await audit.execute()).toEqual([
      {
        subject: `event:${id}`,
        actorEmail: "ruth@example.com",
        details: { template: "notice", audience: "holders", recipients: 2, leftOut: 0 },
      },
    ]);
    const [listed] = await listSentMessages(db, id);
    expect(listed).toMatchObject({ sent: { by: "ruth@example.com", recipients: 2 }, states: { waiting: 2 } });
  });

  test("is sent once if its form arrives several times simultaneously", async () => {
    const id = await addEvent();
    await addPeople(id, { Ada: {}, Ben: {} });
    const message = await draft(id, {});
    const { version } = await previewOf(message);
    const of = { eventId: id, messageId: message.id, expectedVersion: version };
    const outcomes = await runConcurrently(pool, "event_message_recipients", 4, () =>
      sendMessage(depsAt(after), of),
    );
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.isRepeated)).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(4);
    expect(await emails()).toHaveLength(2);
  });

  test("goes to no one if the previewed list or the event has changed", async () => {
    const id = await addEvent({ startsAt: new Date("2026-12-20T18:00:00Z") });
    const { Ada = "" } = await addPeople(id, { Ada: {}, Ben: {} });
    const message = await draft(id, { template: "notice", fields: { paragraph: "Hi", link: null } }, before);
    const { version } = await previewOf(message, before);
    const of = { eventId: id, messageId: message.id, expectedVersion: version };
    await db.updateTable("events").set({ revision: 7 }).where("id", "=", id).execute();
    const refused = { ok: false, reason: "changed-meanwhile" };
    expect(await sendMessage(depsAt(before), of)).toEqual(refused);
    const next = await previewOf(message, before);
    await db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).where("id", "=", Ada).execute();
    expect(await sendMessage(depsAt(before), { ...of, expectedVersion: next.version })).toEqual(refused);
    expect(await emails()).toEqual([]);
    expect(await send(message, before)).toMatchObject({ ok: true, recipients: 1 });
  });

  test("is refused without recipients, and for an unknown message or event", async () => {
    const id = await addEvent();
    const message = await draft(id, {});
    expect(await send(message)).toEqual({ ok: false, reason: "no-one" });
    const of = { eventId: id, messageId: message.id, expectedVersion: "" };
    for (const unknown of [{ messageId: "x" }, { eventId: "x" }, { eventId: message.id }]) {
      expect(await sendMessage(depsAt(after), { ...of, ...unknown })).toEqual({
        ok: false,
        reason: "unknown",
      });
    }
  });
});

describe("an invitation", () => {
  async function addEvents() {
    const next = await addEvent({ startsAt: new Date("2027-01-21T18:00:00Z") });
    return { id: await addEvent(), next };
  }
  const invitation = { template: "invitation", fields: { paragraph: null } } as const;

  test("leaves out people without consent, with an opt-out or with a sign-up, and counts them", async () => {
    const { id, next } = await addEvents();
    await addPeople(id, {
      Ada: { hasConsent: true },
      Ben: {},
      Cleo: { hasConsent: true },
      Dora: { hasConsent: true },
    });
    await withdrawConsent(depsAt(after), "cleo@example.com", ["email"]);
    await addPeople(next, { Dora: {} });
    const message = await draft(id, invitation);
    const shown = await previewOf(message);
    expect(shown.names).toEqual(["Ada"]);
    expect(shown.leftOut).toEqual({ "no-consent": 1, "opted-out": 1, "signed-up": 1 });
    await send(message);
    const [stored] = await listSentMessages(db, id);
    expect(stored?.sent.leftOut).toEqual({ "no-consent": 1, "opted-out": 1, "signed-up": 1 });
    expect(await emails()).toMatchObject([{ recipient: "ada@example.com" }]);
  });

  test("to an unconfirmed mailbox counts toward the budget of unconfirmed messages", async () => {
    const { id } = await addEvents();
    await addPeople(id, { Ada: { hasConsent: true, isConfirmed: true }, Ben: { hasConsent: true } });
    await send(await draft(id, invitation));
    expect(await emails()).toMatchObject([
      { recipient: "ada@example.com", isUnconfirmed: false, notAfter: new Date("2027-01-21T18:00:00Z") },
      { recipient: "ben@example.com", isUnconfirmed: true },
    ]);
  });

  test("is not sent to a person who opts out, or if the event is canceled, while the email waits", async () => {
    const { id, next } = await addEvents();
    await addPeople(id, { Ada: { hasConsent: true }, Ben: { hasConsent: true } });
    await send(await draft(id, invitation));
    const [ada, ben] = await emails();
    const { compose } = createLeadEmails({ ...depsAt(after), siteUrl })["event-invitation"];
    expect(JSON.stringify(await compose(ada?.about ?? ""))).toContain(siteUrl + eventPagePath(next));
    await withdrawConsent(depsAt(after), "ada@example.com", ["email"]);
    expect(await compose(ada?.about ?? "")).toBeUndefined();
    expect(await compose(ben?.about ?? "")).toBeDefined();
    await db.updateTable("events").set({ state: "cancelled" }).where("id", "=", next).execute();
    expect(await compose(ben?.about ?? "")).toBeUndefined();
  });
});

test("the replay for no-shows leaves out opted-out people and needs no consent", async () => {
  const id = await addEvent();
  await addPeople(id, { Ada: { attended: false }, Ben: { attended: false } });
  await withdrawConsent(depsAt(after), "ben@example.com", ["email"]);
  const shown = await previewOf(await draft(id, { template: "missed", audience: "no-shows" }));
  expect([shown.names, shown.leftOut]).toEqual([["Ada"], { "opted-out": 1 }]);
});

test("an undeliverable address is left out, and is withheld if it is marked while the email waits", async () => {
  const id = await addEvent();
  await addPeople(id, { Ada: {}, Ben: {} });
  const mark = (email: string) =>
    db.insertInto("undeliverableAddresses").values({ email, status: "5.1.1", reply: "No" }).execute();
  await mark("ben@example.com");
  const message = await draft(id, {});
  const shown = await previewOf(message);
  expect([shown.names, shown.leftOut]).toEqual([["Ada"], { undeliverable: 1 }]);
  await send(message);
  const [queued] = await emails();
  await mark("ada@example.com");
  // The mail worker stores the reason, so the content must not count as outdated.
  const { compose } = createLeadEmails({ ...depsAt(after), siteUrl })["event-replay"];
  expect(await compose(queued?.about ?? "")).toBeDefined();
});

test("a notice of the event goes to people who opted out of announcements", async () => {
  const id = await addEvent();
  await addPeople(id, { Ada: {} });
  await withdrawConsent(depsAt(before), "ada@example.com", ["email"]);
  const message = await draft(id, { template: "notice", fields: { paragraph: "Hi", link: null } }, before);
  expect((await previewOf(message, before)).names).toEqual(["Ada"]);
});

test("a person with two addresses or a tagged address gets one email", async () => {
  const id = await addEvent();
  await addPeople(id, {
    Ada: {},
    Tagged: { email: "ada+event@example.com" },
    Second: { email: "lovelace@example.org" },
  });
  const records = await db.selectFrom("people").select(["id", "email", "revision"]).execute();
  const [kept, removed] = ["ada@example.com", "lovelace@example.org"].map((address) => {
    const record = records.find(({ email }) => email === address);
    if (record === undefined) throw new Error(`${address} has no record.`);
    return record;
  });
  if (kept === undefined || removed === undefined) throw new Error("A record is missing.");
  expect(await mergePeople(depsAt(after), { kept, removed })).toMatchObject({ ok: true });
  const shown = await previewOf(await draft(id, {}));
  expect([shown.names, shown.leftOut]).toEqual([["Ada"], { "same-person": 2 }]);
});

test("a replay is sent to a person again only if staff choose it", async () => {
  const id = await addEvent();
  await addPeople(id, { Ada: {}, Ben: { state: "cancelled" } });
  await send(await draft(id, {}));
  await db
    .updateTable("linkedinLiveSignups")
    .set({ state: "seat" })
    .where("email", "=", "ben@example.com")
    .execute();
  const shown = await previewOf(await draft(id, {}));
  expect([shown.names, shown.leftOut]).toEqual([["Ben"], { "already-received": 1 }]);
  const again = await previewOf(await draft(id, { repeats: true }));
  expect([again.names, again.leftOut]).toEqual([["Ada", "Ben"], {}]);
});

test("an email of a person whose seat was canceled meanwhile is not sent", async () => {
  const id = await addEvent();
  const { Ada = "" } = await addPeople(id, { Ada: {} });
  await send(await draft(id, {}));
  const [queued] = await emails();
  const { compose } = createLeadEmails({ ...depsAt(after), siteUrl })["event-replay"];
  expect(await compose(queued?.about ?? "")).toMatchObject({ heading: "The replay is ready" });
  await db.updateTable("linkedinLiveSignups").set({ state: "cancelled" }).where("id", "=", Ada).execute();
  expect(await compose(queued?.about ?? "")).toBeUndefined();
});

test("what staff type is plain text", async () => {
  const id = await addEvent();
  await addPeople(id, { Ada: {} });
  const paragraph = 'Bring <b>paper</b>\n\n<a href="https://evil.example">here</a>';
  await send(await draft(id, { template: "notice", fields: { paragraph, link: null } }, before), before);
  const [queued] = await emails();
  const { compose, category } = createLeadEmails({ ...depsAt(before), siteUrl })["event-notice"];
  const content = await compose(queued?.about ?? "");
  if (content === undefined) throw new Error("The email does not apply.");
  expect(content.blocks).toContain("Bring <b>paper</b>");
  const layout = { category, siteUrl, postalAddressLines: [], preferencesKey: "key" };
  const { html } = renderEmail(content, layout);
  expect(html).toContain("Bring &lt;b&gt;paper&lt;/b&gt;");
  expect(html).not.toContain('href="https://evil.example"');
});

test("an erasure removes the person from the message and deletes the waiting email", async () => {
  const id = await addEvent();
  await addPeople(id, { Ada: {}, Ben: {} });
  const message = await draft(id, {});
  await send(message);
  await erasePerson(depsAt(after), "ada@example.com", { keepsEmails: false });
  expect(await emails()).toMatchObject([{ recipient: "ben@example.com" }]);
  const left = await db.selectFrom("eventMessageRecipients").select("id").execute();
  expect(left).toHaveLength(1);
  const sent = await findMessage(db, id, message.id);
  if (sent?.sent === undefined) throw new Error("The message was not sent.");
  expect(await addStates(db, { ...sent, sent: sent.sent })).toMatchObject({
    sent: { recipients: 2 },
    states: { waiting: 1 },
  });
});
