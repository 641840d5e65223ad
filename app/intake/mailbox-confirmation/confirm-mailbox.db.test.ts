import { expect, it } from "vitest";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { findQuarantined, quarantineSubmission } from "#app/intake/quarantine/quarantine.server.ts";
import { serializeSource } from "#app/intake/quarantine/quarantined-source.server.ts";
import { aSubmission } from "#tests/kit/a-submission.ts";
import { auditDeps } from "#tests/kit/audit-deps.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { practice } from "#content/practice.ts";
import { confirmMailbox } from "./confirm-mailbox.server.ts";

const { db } = testDatabase();
const first = new Date("2026-11-28T16:00:00Z");

it.each(["mailbox-has-place", "domain-limit", "unreadable"] as const)(
  "the firm is told once about a confirmed form that only staff can accept: %s",
  async (reason) => {
    const { id } = await quarantineSubmission(db, {
      form: "event-signup",
      reason: "token",
      at: first,
      input: { name: "Ada", email: "ada@example.com" },
      sender: serializeSource(aSubmission()),
      fingerprint: "ada",
      resultKey: null,
      confirmationRequestedAt: first,
    });
    const accept = () => Promise.resolve(reason);
    const handler = { accept, findResultPath: () => Promise.reject(new Error("It has no result.")) };
    const formHandlers = {
      assessment: handler,
      "event-signup": handler,
      releaseSeat: () => Promise.resolve(),
    };
    const press = (at: Date) =>
      confirmMailbox(
        { db, clock: { now: () => at }, outbox: createOutbox(() => undefined), formHandlers, ...auditDeps },
        id,
      );
    expect(await press(first)).toEqual({ ok: false, reason });
    expect(await press(new Date(first.getTime() + 60_000))).toEqual({ ok: false, reason });
    expect(await db.selectFrom("letters").select(["kind", "recipient", "about"]).execute()).toEqual([
      { kind: "confirmed-form", recipient: practice.email, about: id },
    ]);
    expect(await findQuarantined(db, id)).toMatchObject({ mailboxConfirmedAt: first, releasedAt: null });
  },
);
