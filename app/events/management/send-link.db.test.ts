import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { aSignup, anEvent } from "#tests/kit/an-event.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { sendLinkAgain } from "./send-link.server.ts";

const { db } = testDatabase();
const outbox = createOutbox(() => undefined);
const live = new Date("2026-12-17T18:30:00Z");
const end = new Date("2026-12-17T18:45:00Z");

async function addSeat(
  state: "seat" | "waiting" = "seat",
  eventState: "scheduled" | "cancelled" = "scheduled",
) {
  const { id: event } = await db
    .insertInto("events")
    .values(anEvent({ state: eventState }))
    .returning("id")
    .executeTakeFirstOrThrow();
  const { id: signup } = await db
    .insertInto("linkedinLiveSignups")
    .values(aSignup({ eventId: event, state, placeNumber: 1 }))
    .returning("id")
    .executeTakeFirstOrThrow();
  return { event, signup };
}

const send = ({ event, signup }: { event: string; signup: string }, now = live) =>
  sendLinkAgain({ db, clock: { now: () => now }, outbox, ...auditDeps }, event, signup);

const listEmails = () =>
  db.selectFrom("letters").select(["kind", "recipient", "about", "notAfter"]).execute();
const countAudited = async () => (await db.selectFrom("auditEvents").select("id").execute()).length;

async function letMinutesPass(minutes: number): Promise<void> {
  await sql`update letters set created_at = created_at - make_interval(mins => ${minutes})`.execute(db);
}

describe("sending the join link again", () => {
  it("queues one email to the address of the seat until the event ends, and records it", async () => {
    const seat = await addSeat();
    expect(await send(seat)).toEqual({ ok: true });
    expect(await listEmails()).toEqual([
      { kind: "event-place-again", recipient: "t.avery@example.com", about: seat.signup, notAfter: end },
    ]);
    const audit = await db.selectFrom("auditEvents").select(["action", "subject", "details"]).execute();
    expect(audit).toEqual([
      {
        action: "link-sent-again",
        subject: auditDeps.persons.subjectOf("t.avery@example.com"),
        details: { event: "Before the letter of intent" },
      },
    ]);
  });

  it("queues one email for a double click", async () => {
    const seat = await addSeat();
    expect(await Promise.all([send(seat), send(seat)])).toEqual([{ ok: true }, { ok: true }]);
    expect(await listEmails()).toHaveLength(1);
    expect(await countAudited()).toBe(1);
  });

  it("queues three emails within 24 hours at most", async () => {
    const seat = await addSeat();
    for (let count = 0; count < 3; count += 1) {
      expect(await send(seat)).toEqual({ ok: true });
      await letMinutesPass(2);
    }
    expect(await send(seat)).toEqual({ ok: false, reason: "too-many" });
    expect(await listEmails()).toHaveLength(3);
    await letMinutesPass(24 * 60);
    expect(await send(seat)).toEqual({ ok: true });
    expect(await listEmails()).toHaveLength(4);
  });

  it("is refused without a seat, for an undeliverable address, and after the event", async () => {
    const waiting = await addSeat("waiting");
    expect(await send(waiting)).toEqual({ ok: false, reason: "no-seat" });
    const canceled = await addSeat("seat", "cancelled");
    expect(await send(canceled)).toEqual({ ok: false, reason: "cancelled" });
    const seat = await addSeat();
    expect(await send({ event: seat.event, signup: canceled.signup })).toEqual({
      ok: false,
      reason: "no-seat",
    });
    expect(await send(seat, end)).toEqual({ ok: false, reason: "over" });
    const mark = { email: "t.avery@example.com", status: "5.1.1", reply: "No such user" };
    await db.insertInto("undeliverableAddresses").values(mark).execute();
    expect(await send(seat)).toEqual({ ok: false, reason: "undeliverable" });
    expect(await listEmails()).toEqual([]);
    expect(await countAudited()).toBe(0);
  });
});
