import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { inTransaction } from "#app/data/connection/in-transaction.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { HeldSeat } from "#app/intake/submission/submission.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { Json, QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import { clearConfirmationEmails } from "#app/email/outbox/delete-emails.server.ts";
import { areEmailsSuppressed } from "#app/email/outbox/outbox.server.ts";
import { digest } from "#app/intake/submission/fingerprint.server.ts";

export type SubmissionToQuarantine = {
  form: LeadForm;
  reason: QuarantineReason;
  at: Date;
  /** The fields as the form's schema reads them. */
  input: Json;
  /** The sender and the consent, which accepting the submission needs (`quarantined-source.server.ts`). */
  sender: Json;
  fingerprint: string;
  /** Keyed digest of the mailbox. */
  mailboxKey?: string;
  /** Set for an assessment whose sender received a result URL. */
  resultKey: string | null;
  /** When the confirmation email was queued. Without it, only staff can accept the submission. */
  confirmationRequestedAt?: Date;
};

/**
 * Stores a submission without accepting it, after `check-submission.server.ts` has found it suspicious, for example because its form token
 * is missing. Until it is accepted, only a confirmation email is sent, at most one seat is held, and no statistics include it. A repeat of
 * the same content uses the same row with its first time of receipt. Honeypot submissions have rows of their own, because strangers can
 * send the same content.
 * @returns the result key that the sender receives, which is the one of the first submission
 */
export async function quarantineSubmission(
  db: Kysely<Database>,
  held: SubmissionToQuarantine,
): Promise<{ id: string; resultKey: string | null }> {
  const { at, ...rest } = held;
  const isHoneypot = held.reason === "honeypot";
  const fingerprint = isHoneypot ? digest(`honeypot ${held.fingerprint}`) : held.fingerprint;
  return db
    .insertInto("quarantinedSubmissions")
    .values({ ...rest, fingerprint, receivedAt: at })
    .onConflict((already) =>
      already
        .column("fingerprint")
        .where("releasedAt", "is", null)
        .doUpdateSet((eb) => ({
          // Earlier releases stored honeypot submissions under the same key.
          reason: sql`case when quarantined_submissions.reason = 'honeypot' then excluded.reason
              else quarantined_submissions.reason end`,
          sender: mergedSender,
          resultKey: eb.fn.coalesce("quarantinedSubmissions.resultKey", "excluded.resultKey"),
          confirmationRequestedAt: eb.fn.coalesce(
            "quarantinedSubmissions.confirmationRequestedAt",
            "excluded.confirmationRequestedAt",
          ),
        })),
    )
    .returning(["id", "resultKey"])
    .executeTakeFirstOrThrow();
}

/**
 * The sender of a repeat. An unchecked box changes nothing (docs/decisions/0032), because strangers can send the same content. Checked boxes are
 * combined only under the wording that both forms displayed; otherwise the repeat must check every box that was checked before.
 */
const mergedSender = sql<Json>`case
  when excluded.sender #>> '{consent,basis}' = 'none-given' then quarantined_submissions.sender
  when ${isChecked("excluded", "byEmail")} >= ${isChecked("quarantined_submissions", "byEmail")}
    and ${isChecked("excluded", "byPhone")} >= ${isChecked("quarantined_submissions", "byPhone")} then excluded.sender
  when excluded.sender #>> '{consent,wordingVersion}' = quarantined_submissions.sender #>> '{consent,wordingVersion}'
    then jsonb_set(excluded.sender, '{consent}', excluded.sender -> 'consent' || jsonb_build_object(
      'byEmail', ${isChecked("excluded", "byEmail")} or ${isChecked("quarantined_submissions", "byEmail")},
      'byPhone', ${isChecked("excluded", "byPhone")} or ${isChecked("quarantined_submissions", "byPhone")}
    ))
  else quarantined_submissions.sender
end`;

function isChecked(table: "excluded" | "quarantined_submissions", box: "byEmail" | "byPhone") {
  return sql`coalesce((${sql.table(table)}.sender #>> array['consent', ${sql.lit(box)}])::boolean, false)`;
}

/** The seat held for a quarantined submission, or null. */
export async function findHeldSeat(db: Kysely<Database>, fingerprint: string): Promise<HeldSeat | null> {
  const found = await db
    .selectFrom("quarantinedSubmissions")
    .select(["seatEventId", "seatHeldUntil"])
    .where("fingerprint", "=", fingerprint)
    .where("releasedAt", "is", null)
    .executeTakeFirst();
  return found === undefined ? null : readHeldSeat(found);
}

export function readHeldSeat(row: {
  seatEventId: string | null;
  seatHeldUntil: Date | null;
}): HeldSeat | null {
  const { seatEventId: eventId, seatHeldUntil: until } = row;
  return eventId === null || until === null ? null : { eventId, until };
}

/**
 * Marks a quarantined submission as accepted because the same content was resent and accepted. Its confirmation link then leads to the
 * accepted record.
 */
export async function markAcceptedByFingerprint(
  db: Kysely<Database>,
  fingerprint: string,
  at: Date,
): Promise<void> {
  await db
    .updateTable("quarantinedSubmissions")
    .set({ releasedAt: at })
    .where("fingerprint", "=", fingerprint)
    .where("releasedAt", "is", null)
    .execute();
}

/** A quarantined or accepted submission with all details. */
export async function findQuarantined(db: Kysely<Database>, id: string) {
  return selectQuarantined(db).where("id", "=", id).executeTakeFirst();
}

export async function findQuarantinedByResultKey(db: Kysely<Database>, resultKey: string) {
  return selectQuarantined(db).where("resultKey", "=", resultKey).executeTakeFirst();
}

function selectQuarantined(db: Kysely<Database>) {
  return db
    .selectFrom("quarantinedSubmissions")
    .select([
      "id",
      "form",
      "reason",
      "receivedAt",
      "input",
      "sender",
      "fingerprint",
      "resultKey",
      "releasedAt",
      "leadId",
      "confirmationRequestedAt",
      "mailboxConfirmedAt",
      "seatEventId",
      "seatHeldUntil",
      "mailboxKey",
    ])
    .select(isConfirmationSuppressed.as("isConfirmationSuppressed"));
}

/** Whether confirmation emails were requested and all of them were suppressed, so that only staff can accept the submission. */
export const isConfirmationSuppressed = areEmailsSuppressed(
  "confirm-submission",
  sql.ref("quarantinedSubmissions.id"),
);

export type QuarantinedSubmission = NonNullable<Awaited<ReturnType<typeof findQuarantined>>>;

/** @param leadId the row that the acceptance created, if known. @returns false if the submission was already accepted or deleted */
export async function markAcceptedById(
  db: Kysely<Database>,
  id: string,
  release: { at: Date; leadId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("quarantinedSubmissions")
    .set({ releasedAt: release.at, leadId: release.leadId })
    .where("id", "=", id)
    .where("releasedAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Frees the seat that a deleted submission held. Injected, because intake does not import events. */
export type SeatReleaser = { releaseSeat(trx: Transaction<Database>, seat: HeldSeat): Promise<void> };

/** Deletes a submission for staff, with the content of the emails that asked to confirm it. @returns whether it was still quarantined */
export async function deleteQuarantined(
  { db, formHandlers, ...deps }: { db: Kysely<Database>; formHandlers: SeatReleaser } & AuditDeps,
  id: string,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom("quarantinedSubmissions")
      .where("id", "=", id)
      .where("releasedAt", "is", null)
      .returning(["id", "input", "seatEventId", "seatHeldUntil"])
      .executeTakeFirst();
    if (removed === undefined) return false;
    const seat = readHeldSeat(removed);
    if (seat !== null) await formHandlers.releaseSeat(trx, seat);
    await clearConfirmationEmails(trx, id);
    await recordAudit(trx, {
      action: "submission-removed",
      actor: deps.actor,
      clientAddress: deps.clientAddress,
      subject: getAuditSubject(deps, removed),
      details: { submission: id },
    });
    return true;
  });
}

/** The actor, for the audit log. */
export type AuditDeps = { persons: PersonKeys; actor: Actor; clientAddress?: string | undefined };

/** The subject of an audit event: the submitted address, or the id of a submission without one. */
export function getAuditSubject(
  { persons }: Pick<AuditDeps, "persons">,
  { id, input }: Pick<QuarantinedSubmission, "id" | "input">,
): string {
  const { email } = input;
  return typeof email === "string" && email !== "" ? persons.subjectOf(email) : `submission:${id}`;
}
