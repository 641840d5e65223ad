import { describe, expect, test } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { createLeadEmails } from "#server/emails.ts";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { findMessage } from "./find-messages.server.ts";
import { previewMessage, saveDraft, sendMessage } from "./send-message.server.ts";

const { db } = testDatabase();
const before = new Date("2026-12-01T12:00:00Z");
const siteUrl = "https://www.example.com";
const outbox = createOutbox(() => undefined);
const actor = { kind: "staff", id: "1", email: "ruth@example.com" } as const;
const notice = {
  template: "notice",
  audience: "holders",
  fields: { paragraph: "January 21.", link: null },
  repeats: false,
} as const;

const depsAt = (now: Date) => ({ db, clock: { now: () => now }, outbox, actor, persons: auditDeps.persons });

/** An event with a person who has a seat and one who waits. */
async function addEvent(changes: Parameters<typeof anEvent>[0] = {}): Promise<string> {
  const { id } = await db
    .insertInto("events")
    .values(anEvent({ seatsTaken: 1, lastPlaceNumber: 2, ...changes }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const people = [
    aSignup({ email: "ada@example.com", eventId: id, placeNumber: 1, state: "seat" }),
    aSignup({ email: "dora@example.com", eventId: id, placeNumber: 2, state: "waiting" }),
  ];
  await db.insertInto("linkedinLiveSignups").values(people).execute();
  return id;
}

/** Previews and sends the notice. */
async function send(eventId: string, now: Date) {
  const saved = await saveDraft(depsAt(now), eventId, notice);
  const message = saved.ok ? await findMessage(db, eventId, saved.id) : undefined;
  if (message === undefined) throw new Error("The draft was refused.");
  const preview = await previewMessage(depsAt(now), message);
  const expectedVersion = "version" in preview ? preview.version : "";
  return sendMessage(depsAt(now), { eventId, messageId: message.id, expectedVersion });
}

const emails = () => db.selectFrom("letters").select(["recipient", "about", "notAfter"]).execute();

describe("a notice of a canceled event", () => {
  const canceledAt = new Date("2026-12-02T12:00:00Z");
  const end = new Date("2026-12-16T12:00:00Z");
  const cancel = { state: "cancelled", canceledAt } as const;
  const composeNotice = async (now: Date) => {
    const [email] = await emails();
    return createLeadEmails({ ...depsAt(now), siteUrl })["event-notice"].compose(email?.about ?? "");
  };

  test("goes to people with a seat for 14 days, without the join link", async () => {
    const id = await addEvent(cancel);
    expect(await send(id, canceledAt)).toMatchObject({ ok: true, recipients: 1 });
    expect(await emails()).toMatchObject([{ recipient: "ada@example.com", notAfter: end }]);
    const email = JSON.stringify(await composeNotice(canceledAt));
    expect(email).toContain("You had a seat");
    expect(email).toContain("January 21.");
    expect(email).not.toContain("https://live.example.com/before-the-letter-of-intent");
    const late = await saveDraft(depsAt(end), id, notice);
    expect(late).toEqual({ ok: false, reason: "not-offered" });
  });

  test("is not sent if it was written before the cancellation", async () => {
    const id = await addEvent();
    await send(id, before);
    await db.updateTable("events").set(cancel).where("id", "=", id).execute();
    expect(await composeNotice(canceledAt)).toBeUndefined();
  });

  test("is not offered if the time of the cancellation is unknown", async () => {
    const id = await addEvent({ state: "cancelled" });
    const saved = await saveDraft(depsAt(before), id, notice);
    expect(saved).toEqual({ ok: false, reason: "not-offered" });
  });
});
