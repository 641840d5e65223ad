import type { Kysely } from "kysely";
import { recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Submission } from "#app/intake/submission/submission.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { AcceptedAs, FormHandler, FormHandlers, StaffDecision } from "./form-handler.server.ts";
import { readQuarantinedSource } from "./quarantined-source.server.ts";
import { QuarantinedDeleted } from "./lock-quarantined.server.ts";
import {
  findQuarantined,
  readHeldSeat,
  type QuarantinedSubmission,
  markAcceptedById,
  type AuditDeps,
  getAuditSubject,
} from "./quarantine.server.ts";

export type AcceptDeps = {
  db: Kysely<Database>;
  clock: Clock;
  outbox: Outbox;
  formHandlers: FormHandlers;
} & AuditDeps;

export type AcceptOutcome =
  | { ok: true; became: AcceptedAs }
  /** `unreadable`: an older version of the program stored it, and the form has changed since. */
  | { ok: false; reason: "unknown" | "released" | "unreadable" };

/** Where staff decide, the submission stays quarantined. */
export type ConfirmationOutcome = AcceptOutcome | { ok: false; reason: StaffDecision };

/** Accepts a quarantined submission by its id, for staff: the limits of its mailbox and mail domain do not apply. */
export async function acceptQuarantined(deps: AcceptDeps, id: string): Promise<AcceptOutcome> {
  const held = await findQuarantined(deps.db, id);
  if (held === undefined) return { ok: false, reason: "unknown" };
  if (held.releasedAt !== null) return { ok: false, reason: "released" };
  const outcome = await acceptSubmission(deps, held, { isLimited: false });
  if (outcome.ok) return outcome;
  const { reason } = outcome;
  if (reason === "mailbox-has-place" || reason === "domain-limit") {
    throw new Error("The limits of a mailbox or mail domain were applied to a sign-up that staff accepted.");
  }
  return { ok: false, reason };
}

/**
 * Accepts a quarantined submission, for staff (“Not spam”) or for the person who confirmed the mailbox. The normal command stores it with
 * its original time of receipt. The commands store the same content only once, so of two concurrent callers only one marks and records it.
 * They lock the quarantined row in the transaction that stores the lead, so an erasure in the meantime leaves no lead.
 * No connection is held while a command waits for another, because the public can open many links at the same time.
 */
export async function acceptSubmission(
  deps: AcceptDeps,
  held: QuarantinedSubmission,
  { isLimited }: Pick<Submission, "isLimited">,
): Promise<ConfirmationOutcome> {
  const { id } = held;
  const sender = readQuarantinedSource(held.sender);
  if (sender === undefined) return { ok: false, reason: "unreadable" };
  const submission = {
    ...sender,
    at: held.receivedAt,
    unconfirmed: null,
    mailboxKey: held.mailboxKey,
    isLimited,
    heldSeat: readHeldSeat(held),
    quarantinedId: id,
  };
  const accepted = await acceptUnlessDeleted(deps, held, submission);
  if (accepted === "deleted") return { ok: false, reason: "unknown" };
  if (typeof accepted === "string") return { ok: false, reason: accepted };
  return deps.db.transaction().execute(async (trx): Promise<AcceptOutcome> => {
    const isMarked = await markAcceptedById(trx, id, { at: deps.clock.now(), leadId: accepted.leadId });
    if (!isMarked) return { ok: false, reason: (await findQuarantined(trx, id)) ? "released" : "unknown" };
    await recordAudit(trx, {
      action: "submission-released",
      actor: deps.actor,
      clientAddress: deps.clientAddress,
      subject: getAuditSubject(deps, held),
      details: { submission: id, became: accepted.acceptedAs },
    });
    return { ok: true, became: accepted.acceptedAs };
  });
}

async function acceptUnlessDeleted(
  deps: AcceptDeps,
  held: QuarantinedSubmission,
  submission: Submission,
): Promise<Awaited<ReturnType<FormHandler["accept"]>> | "deleted"> {
  try {
    return await deps.formHandlers[held.form].accept(deps, held, submission);
  } catch (error) {
    if (error instanceof QuarantinedDeleted) return "deleted";
    throw error;
  }
}
