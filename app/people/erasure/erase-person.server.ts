import { type Kysely, type RawBuilder, sql, Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { hideWithdrawnAddress } from "#app/intake/consent/withdraw-consent.server.ts";
import { deleteEmailsToPerson } from "#app/email/outbox/emails-to-person.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { replaceAddressWithDigest } from "#app/email/outbox/suppressions.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { releaseHeldSeat } from "#app/events/seats/held-seats.server.ts";
import { heldSeatOf } from "#app/intake/quarantine/quarantine.server.ts";
import { lockAddress } from "#app/intake/submission/lock-address.server.ts";
import { erasePersonRecord } from "#app/people/follow-up/erase-person-record.server.ts";
import { eraseSignups } from "./erase-signups.server.ts";
import { findVisitsOfPerson } from "#app/people/profile/visits-of-person.server.ts";

/** The number of deleted rows by table. */
export type Removed = Readonly<Record<ErasedTable, number>>;

export type ErasedTable =
  | "pre_loi_assessments"
  | "linkedin_live_signups"
  | "people"
  | "person_notes"
  | "consent_receipts"
  | "visitors"
  | "tracking_events"
  | "quarantined_submissions"
  | "letters";

/** Counts of kept rows, one per exception in docs/privacy.md, "What stays after an erasure". */
export type Kept = {
  emails: number;
  /** Those in flight, whose delivery is not decided yet. */
  emailsInFlight: number;
  suppressions: number;
  withdrawals: number;
  sharedVisits: number;
};

export type Erasure = { removed: Removed; kept: Kept };

export type ErasureDeps = {
  /** A database, or the caller’s transaction with isolation level read committed. */
  db: Kysely<Database> | Transaction<Database>;
  clock: Clock;
  outbox: Outbox;
  persons: PersonKeys;
  actor: Actor;
  /** Set if the retention period ended without a request for erasure. The audit log records it. */
  by?: "retention";
};

/**
 * Erases all data of an address, in one transaction. A form that arrives meanwhile waits and is then kept completely.
 * @param email in lower case, without spaces around it
 * @param options.keepsEmails whether sent emails are kept as a record
 */
export async function erasePerson(
  deps: ErasureDeps,
  email: string,
  options: { keepsEmails: boolean },
): Promise<Erasure> {
  const erasure = await inTransaction(deps.db, async (trx): Promise<Erasure> => {
    await lockAddress(trx, email);
    const record = await erasePersonRecord(trx, email);
    // Quarantined rows are locked next, then events, in the same order as acceptance. A lead that acceptance stored is visible after that.
    const quarantined = await eraseQuarantined(trx, email);
    const signupIds = await eraseSignups(deps, trx, email, deps.clock.now());
    const assessments = await trx
      .deleteFrom("preLoiAssessments")
      .where("email", "=", email)
      .returning("id")
      .execute();
    const leadIds = [...signupIds, ...assessments.map(({ id }) => id)];
    const visits = await eraseVisits(trx, email);
    const emails = await deleteEmailsToPerson(trx, { email, leadIds }, options.keepsEmails);
    const done: Erasure = {
      removed: {
        pre_loi_assessments: assessments.length,
        linkedin_live_signups: signupIds.length,
        ...record,
        consent_receipts: await affected(
          trx,
          sql`delete from consent_receipts where lead_id = any(${leadIds}::uuid[]) or email = ${email}`,
        ),
        ...visits.removed,
        quarantined_submissions:
          quarantined +
          (await affected(
            trx,
            sql`delete from quarantined_submissions where lead_id = any(${leadIds}::uuid[])`,
          )),
        letters: emails.removed,
      },
      kept: {
        emails: emails.kept,
        emailsInFlight: emails.inFlight,
        suppressions: await replaceAddressWithDigest(trx, email),
        withdrawals: await hideWithdrawnAddress(trx, email),
        sharedVisits: visits.shared,
      },
    };
    await recordErasure(deps, trx, email, done);
    return done;
  });
  // A person may have been promoted.
  deps.outbox.wake();
  return erasure;
}

/** Records the erasure under a digest of the address. The log does not contain the address itself; hash the one in an inquiry to find it. */
async function recordErasure(
  { persons, actor, by }: ErasureDeps,
  trx: Transaction<Database>,
  email: string,
  { removed, kept }: Erasure,
): Promise<void> {
  const details = { ...removed, letters_kept: kept.emails, ...(by === undefined ? {} : { by }) };
  await recordAudit(trx, { action: "person-erased", actor, subject: persons.subjectOf(email), details });
}

async function eraseVisits(
  trx: Transaction<Database>,
  email: string,
): Promise<{ removed: Pick<Removed, "visitors" | "tracking_events">; shared: number }> {
  const { identified, joined, shared } = await findVisitsOfPerson(trx, email);
  const gone = [...identified, ...joined];
  const events = await affected(trx, sql`delete from tracking_events where visit_id = any(${gone}::uuid[])`);
  const visits = await affected(trx, sql`delete from visitors where id = any(${gone}::uuid[])`);
  return { removed: { visitors: visits, tracking_events: events }, shared: shared.length };
}

/** Deletes the quarantined submissions of an address and frees the seats that they hold. */
async function eraseQuarantined(trx: Transaction<Database>, email: string): Promise<number> {
  const gone = await trx
    .deleteFrom("quarantinedSubmissions")
    .where(sql<boolean>`input ->> 'email' = ${email}`)
    .returning(["seatEventId", "seatHeldUntil", "releasedAt"])
    .execute();
  for (const row of gone) {
    const seat = row.releasedAt === null ? heldSeatOf(row) : null;
    if (seat !== null) await releaseHeldSeat(trx, seat);
  }
  return gone.length;
}

async function inTransaction<Result>(
  db: ErasureDeps["db"],
  run: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db instanceof Transaction ? run(db) : db.transaction().execute(run);
}

async function affected(trx: Transaction<Database>, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(trx);
  return Number(numAffectedRows ?? 0);
}
