import { type Kysely, type RawBuilder, sql } from "kysely";
import { lockLegalHold } from "#app/compliance/records/records.server.ts";
import { retentionStart } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { findLastEmailTo } from "#app/email/outbox/emails-to-person.server.ts";
import { type ErasureDeps, erasePerson } from "#app/people/erasure/erase-person.server.ts";
import { lockPerson } from "#app/people/profile/addresses-of-person.server.ts";
import type { Log } from "#app/platform/log.server.ts";

/** Each erasure is a transaction on ten tables. At this rate, a year of leads takes a few days. */
const maxPeoplePerRun = 25;
/** More than the people that are erased, so that erasures that fail in every run do not block the later ones. */
const maxAttemptsPerRun = 100;
/** Few enough for one statement. */
const addressesPerPage = 500;

type Deps = Omit<ErasureDeps, "actor" | "by" | "db"> & { db: Kysely<Database>; log: Log };

/**
 * Erases people whose last contact was before the given time, at most 25 in a run: forms with their receipts, visits and emails. Opt-outs
 * remain as digests, and the audit log records each erasure. An erasure that fails is logged, and the run continues.
 * @returns how many people were erased, and how many erasures failed
 */
export async function eraseOutdatedPeople(
  deps: Deps,
  before: Date,
  isStopping: () => boolean,
): Promise<{ erased: number; failed: number }> {
  let erased = 0;
  let failed = 0;
  for (const { email, personId } of await findOutdatedPeople(deps.db, before, isStopping)) {
    if (isStopping() || erased === maxPeoplePerRun) break;
    try {
      if (await eraseIfOutdated(deps, email, before)) erased += 1;
    } catch (error) {
      failed += 1;
      deps.log.warn("retention.erasure_failed", { personId, error });
    }
  }
  return { erased, failed };
}

type Outdated = { email: string; personId: string | null };

/** Reads the addresses with old forms in pages, because most of them belong to people who had contact since, and each takes several queries. */
async function findOutdatedPeople(
  db: Kysely<Database>,
  before: Date,
  isStopping: () => boolean,
): Promise<Outdated[]> {
  const found: Outdated[] = [];
  let last: string | undefined = "";
  while (last !== undefined && found.length < maxAttemptsPerRun && !isStopping()) {
    const page: (Outdated & { isOutdated: boolean })[] = await readPage(db, before, last);
    found.push(...page.filter(({ isOutdated }) => isOutdated));
    last = page.at(-1)?.email;
  }
  return found.slice(0, maxAttemptsPerRun);
}

/** The next addresses with a form before the given time, in alphabetical order. */
async function readPage(db: Kysely<Database>, before: Date, last: string) {
  const { rows } = await sql<Outdated & { isOutdated: boolean }>`
    with candidates as (
      (select distinct email from pre_loi_assessments where created_at < ${before} and email > ${last}
      order by email limit ${addressesPerPage})
      union
      (select distinct email from linkedin_live_signups where created_at < ${before} and email > ${last}
      order by email limit ${addressesPerPage})
      union
      (select email from people where added_at < ${before} and email > ${last}
      order by email limit ${addressesPerPage})
      order by email limit ${addressesPerPage}
    )
    select email, (select person_id from person_addresses where email = candidates.email) as person_id,
      coalesce(${lastContactWithPerson(sql`candidates.email`)} < ${before}, false) as is_outdated
    from candidates order by email`.execute(db);
  return rows;
}

/** A form that arrives during the check or the erasure waits, so it is not deleted. */
async function eraseIfOutdated(deps: Deps, email: string, before: Date): Promise<boolean> {
  const isErased = await deps.db.transaction().execute(async (trx) => {
    await lockPerson(trx, email);
    if (await lockLegalHold(trx)) return false;
    const { rows } = await sql<{ isOutdated: boolean | null }>`
      select ${lastContactWithPerson(sql`${email}::text`)} < ${before} as is_outdated`.execute(trx);
    if (rows[0]?.isOutdated !== true) return false;
    const erasure: ErasureDeps = { ...deps, db: trx, actor: { kind: "nobody" }, by: "retention" };
    await erasePerson(erasure, email, { keepsEmails: false });
    return true;
  });
  if (isErased) deps.outbox.wake();
  return isErased;
}

/** The time of the last contact with the person with an address, at any of the person's addresses. */
function lastContactWithPerson(email: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`(
    select max(${lastContact(sql`own.address`)}) from addresses_of_person(${email}) as own (address)
  )`;
}

/**
 * The time of the last form or consent from, or email to, an address, of the last call or note that staff recorded, or at which they added the
 * person. The start of an event that they signed up for or of a booked appointment and the day of a planned next step count as well, so that no
 * one is erased before. Dates that a refused clock may have written count from the correction.
 */
function lastContact(email: RawBuilder<unknown>): RawBuilder<Date> {
  return sql<Date>`greatest(
    (select max(${retentionStart(sql`created_at`)}) from pre_loi_assessments where email = ${email}),
    (select max(greatest(${retentionStart(sql`signup.created_at`)}, ${retentionStart(sql`signup.state_since`)}, event.starts_at))
      from linkedin_live_signups as signup left join events as event on event.id = signup.event_id
      where signup.email = ${email}),
    (select max(greatest(${retentionStart(sql`received_at`)}, starts_at)) from bookings where person_email = ${email}),
    (select max(${retentionStart(sql`received_at`)}) from quarantined_submissions where input ->> 'email' = ${email}),
    (select max(${retentionStart(sql`given_at`)}) from consent_receipts where email = ${email}),
    (select max(${retentionStart(sql`at`)}) from consent_withdrawals where email = ${email}),
    (select max(${retentionStart(sql`note.at`)}) from person_notes as note
      join person_addresses as noted on noted.person_id = note.person_id
      where noted.email = ${email} and (note.outcome is not null or note.emailed or note.body is not null)),
    (select greatest(${retentionStart(sql`person.added_at`)}, person.next_step_on::timestamptz) from people as person
      join person_addresses as planned on planned.person_id = person.id where planned.email = ${email}),
    ${findLastEmailTo(email)}
  )`;
}
