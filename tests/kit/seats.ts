import type { Kysely } from "kysely";
import { silentLog } from "#app/platform/log.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { findCurrentEvents } from "#app/events/schedule/find-events.server.ts";
import { countSeatsLeft } from "#app/events/schedule/live-event.ts";
import { holdSeat } from "#app/events/seats/hold-seat.server.ts";
import { signUpForEvent } from "#app/events/signup/sign-up-for-event.server.ts";
import { acceptQuarantined, acceptSubmission } from "#app/intake/quarantine/accept-quarantined.server.ts";
import {
  findHeldSeat,
  findQuarantined,
  markAcceptedByFingerprint,
  quarantineSubmission,
} from "#app/intake/quarantine/quarantine.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { formHandlers } from "#server/form-handlers.ts";
import { aSubmission } from "./a-submission.ts";
import { anEvent, readStoredEvents } from "./an-event.ts";
import { auditDeps } from "./audit-deps.ts";

export const start = new Date("2026-11-21T12:00:00Z");

export function minutesLater(minutes: number): Date {
  return new Date(start.getTime() + minutes * 60_000);
}

/** Sign-up commands for one event, with network addresses and mailboxes that the test chooses. */
export function seatCommands(db: Kysely<Database>) {
  const outbox = createOutbox(() => undefined);

  async function depsAt(now: Date) {
    return {
      db,
      outbox,
      clock: { now: () => now },
      events: await readStoredEvents(db, now),
      formHandlers,
      log: silentLog,
      ...auditDeps,
    };
  }

  return {
    outbox,
    depsAt,
    setEvent: (capacity: number) => db.insertInto("events").values(anEvent({ capacity })).execute(),

    /** Quarantines a sign-up, and holds a seat for it if one can be held. @returns its id */
    async quarantine(
      name: string,
      at = start,
      addressKey = name,
      mailboxKey = createInput(name).email,
    ): Promise<string> {
      const { id } = await quarantineSubmission(db, {
        form: "event-signup",
        reason: "token",
        at,
        input: createInput(name),
        sender: serializeSource(aSubmission()),
        fingerprint: `${name} ${addressKey}`,
        mailboxKey,
        resultKey: null,
        confirmationRequestedAt: at,
      });
      await holdSeat(await depsAt(at), id, { addressKey, mailboxKey });
      return id;
    },

    /** Signs up immediately. */
    async signUp(name: string, at = start, addressKey = name, mailboxKey = createInput(name).email) {
      const unconfirmed = { addressKey, mailboxKey, senderKey: addressKey, hasFormToken: true };
      // Most tests use one mail domain, so its limit is not applied.
      const isLimited = mailboxKey !== createInput(name).email;
      const submission = aSubmission({ at, unconfirmed, mailboxKey, isLimited });
      return signUpForEvent(await depsAt(at), createInput(name), submission);
    },

    /** Sends the content of a quarantined sign-up again, in a way that is accepted immediately. */
    async resend(name: string, at = start, addressKey = name, firstAddressKey = addressKey) {
      const fingerprint = `${name} ${firstAddressKey}`;
      const heldSeat = await findHeldSeat(db, fingerprint);
      const mailboxKey = createInput(name).email;
      const unconfirmed = { addressKey, mailboxKey, senderKey: addressKey, hasFormToken: true };
      const submission = aSubmission({ at, unconfirmed, mailboxKey, isLimited: false, heldSeat });
      const outcome = await signUpForEvent(await depsAt(at), createInput(name), submission);
      if (outcome === "seat") await markAcceptedByFingerprint(db, fingerprint, at);
      return outcome;
    },

    /** Confirms the mailbox through the link in the email. */
    async confirm(id: string, at = start) {
      const held = await findQuarantined(db, id);
      if (held === undefined) throw new Error("The submission is not quarantined.");
      return acceptSubmission(await depsAt(at), held, { isLimited: true });
    },

    accept: async (id: string, at = start) => acceptQuarantined(await depsAt(at), id),

    async heldSeats(): Promise<number> {
      const held = await db
        .selectFrom("quarantinedSubmissions")
        .select("id")
        .where("seatHeldUntil", "is not", null)
        .execute();
      return held.length;
    },

    async seatsLeft(at: Date): Promise<number> {
      const [event] = await findCurrentEvents(db);
      if (event === undefined) throw new Error("There is no event.");
      return countSeatsLeft(event, at);
    },

    /** The state of each sign-up by name. */
    async findStates(): Promise<Record<string, string>> {
      const rows = await db.selectFrom("linkedinLiveSignups").select(["name", "state"]).execute();
      return Object.fromEntries(rows.map(({ name, state }) => [name, state]));
    },
  };
}

function createInput(name: string) {
  return {
    name,
    email: `${name.toLowerCase()}@example.com`,
    phone: null,
    questions: null,
    topics: null,
  };
}
