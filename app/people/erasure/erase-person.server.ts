import { type Kysely, sql, type Transaction } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { PersonKeys } from "#app/audit/person-keys.server.ts";
import { lockLegalHold } from "#app/compliance/records/records.server.ts";
import { inTransaction } from "#app/data/connection/in-transaction.server.ts";
import { countAffected } from "#app/data/connection/count-affected.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { hideWithdrawnAddress } from "#app/intake/consent/withdraw-consent.server.ts";
import { deleteUndeliverable } from "#app/email/bounces/undeliverable-addresses.server.ts";
import { deleteEmailsToPerson, findEmailsThatName } from "#app/email/outbox/emails-to-person.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { replaceAddressWithDigest } from "#app/email/outbox/suppressions.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { releaseHeldSeat } from "#app/events/seats/held-seats.server.ts";
import { subtractHeldSeat } from "#app/events/seats/unconfirmed-seats.server.ts";
import { readHeldSeat } from "#app/intake/quarantine/quarantine.server.ts";
import { countPersonRecord, erasePersonRecord } from "#app/people/follow-up/erase-person-record.server.ts";
import { lockPerson } from "#app/people/profile/addresses-of-person.server.ts";
import { eraseSignups } from "./erase-signups.server.ts";
import { findVisitsOfPerson } from "#app/people/profile/visits-of-person.server.ts";

/** The number of deleted rows by table. */
export type Removed = Readonly<Record<ErasedTable, number>>;

export type ErasedTable =
  | "pre_loi_assessments"
  | "linkedin_live_signups"
  | "people"
  | "person_notes"
  | "bookings"
  | "consent_receipts"
  | "visitors"
  | "tracking_events"
  | "quarantined_submissions"
  | "letters"
  | "undeliverable_addresses";

/** Counts of rows that an erasure keeps and that can be counted. docs/privacy.md, "What stays after an erasure", lists everything. */
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
 * Erases all data of a person, with all addresses, in one transaction. A form that arrives meanwhile waits and is then kept completely.
 * @param email any address of the person, in lower case, without spaces around it
 * @param options.keepsEmails whether sent emails are kept as a record
 */
export async function erasePerson(
  deps: ErasureDeps,
  email: string,
  options: { keepsEmails: boolean },
): Promise<Erasure> {
  const erasure = await inTransaction(deps.db, async (trx): Promise<Erasure> => {
    const emails = await lockPerson(trx, email);
    const record = await countPersonRecord(trx, emails);
    // Reads all emails, so it precedes the locks for which sign-ups and visits would wait.
    const namedIn = await findEmailsThatName(trx, emails);
    // Quarantined rows are locked next, then events, in the same order as acceptance. A lead that acceptance stored is visible after that.
    const quarantined = await eraseQuarantined(trx, emails);
    const signupIds = await eraseSignups(deps, trx, emails, deps.clock.now());
    // A sign-up locks the record after the event. In the opposite order, two erasures could deadlock.
    await erasePersonRecord(trx, emails);
    const assessments = await trx
      .deleteFrom("preLoiAssessments")
      .where("email", "in", emails)
      .returning("id")
      .execute();
    const leadIds = [...signupIds, ...assessments.map(({ id }) => id)];
    const visits = await eraseVisits(trx, emails);
    const letters = await deleteEmailsToPerson(trx, { emails, leadIds, namedIn }, options.keepsEmails);
    const done: Erasure = {
      removed: {
        pre_loi_assessments: assessments.length,
        linkedin_live_signups: signupIds.length,
        ...record,
        consent_receipts: await countAffected(
          trx,
          sql`delete from consent_receipts where lead_id = any(${leadIds}::uuid[]) or email = any(${emails}::text[])`,
        ),
        ...visits.removed,
        quarantined_submissions:
          quarantined +
          (await countAffected(
            trx,
            sql`delete from quarantined_submissions where lead_id = any(${leadIds}::uuid[])`,
          )),
        letters: letters.removed,
        undeliverable_addresses: await deleteUndeliverable(trx, emails),
      },
      kept: {
        emails: letters.kept,
        emailsInFlight: letters.inFlight,
        suppressions: await sumOver(emails, (address) => replaceAddressWithDigest(trx, address)),
        withdrawals: await sumOver(emails, (address) => hideWithdrawnAddress(trx, address)),
        sharedVisits: visits.shared,
      },
    };
    await recordErasure(deps, trx, emails, done);
    return done;
  });
  // A person may have been promoted.
  deps.outbox.wake();
  return erasure;
}

/** Why nothing was erased: a legal hold is in effect, or a merge has added or removed an address since the person was displayed. */
export type ErasureRefusal = "held" | "addresses-changed";

/**
 * Erases a person at that person's request.
 * @param options.addresses the addresses that were displayed; undefined if none were
 */
export async function eraseOnRequest(
  deps: ErasureDeps,
  email: string,
  { addresses, keepsEmails }: { addresses?: readonly string[]; keepsEmails: boolean },
): Promise<Erasure | { refusal: ErasureRefusal }> {
  const erasure = await inTransaction(deps.db, async (trx) => {
    const current = await lockPerson(trx, email);
    if (await lockLegalHold(trx)) return { refusal: "held" } as const;
    const isSame =
      addresses === undefined ||
      (current.length === addresses.length && current.every((each) => addresses.includes(each)));
    if (!isSame) return { refusal: "addresses-changed" } as const;
    return erasePerson({ ...deps, db: trx }, email, { keepsEmails });
  });
  deps.outbox.wake();
  return erasure;
}

/** Records the erasure under a digest of each address. The log does not contain the address itself; hash the one in an inquiry to find it. */
async function recordErasure(
  { persons, actor, by }: ErasureDeps,
  trx: Transaction<Database>,
  emails: readonly string[],
  { removed, kept }: Erasure,
): Promise<void> {
  const details = { ...removed, letters_kept: kept.emails, ...(by === undefined ? {} : { by }) };
  for (const email of emails) {
    await recordAudit(trx, { action: "person-erased", actor, subject: persons.subjectOf(email), details });
  }
}

async function eraseVisits(
  trx: Transaction<Database>,
  emails: readonly string[],
): Promise<{ removed: Pick<Removed, "visitors" | "tracking_events">; shared: number }> {
  const { identified, joined, shared } = await findVisitsOfPerson(trx, emails);
  const gone = [...identified, ...joined];
  const events = await countAffected(
    trx,
    sql`delete from tracking_events where visit_id = any(${gone}::uuid[])`,
  );
  const visits = await countAffected(trx, sql`delete from visitors where id = any(${gone}::uuid[])`);
  return { removed: { visitors: visits, tracking_events: events }, shared: shared.length };
}

/** Deletes the quarantined submissions of a person and frees the seats that they hold. */
async function eraseQuarantined(trx: Transaction<Database>, emails: readonly string[]): Promise<number> {
  const gone = await trx
    .deleteFrom("quarantinedSubmissions")
    .where(sql<boolean>`input ->> 'email' = any(${[...emails]}::text[])`)
    .returning(["seatEventId", "seatHeldUntil", "releasedAt"])
    .execute();
  for (const row of gone) {
    const seat = row.releasedAt === null ? readHeldSeat(row) : null;
    if (seat !== null && (await releaseHeldSeat(trx, seat))) await subtractHeldSeat(trx, seat);
  }
  return gone.length;
}

async function sumOver(
  emails: readonly string[],
  count: (email: string) => Promise<number>,
): Promise<number> {
  let sum = 0;
  for (const email of emails) sum += await count(email);
  return sum;
}
