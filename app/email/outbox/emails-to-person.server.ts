import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { retentionStart } from "#app/data/maintenance/refused-clock-periods.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { listEmailKinds } from "#app/email/definition/email-kinds.ts";
import { practice } from "#content/practice.ts";

export type Correspondent = {
  /** At least one, in lowercase. */
  emails: readonly string[];
  /** The rows that the person’s forms created. */
  leadIds: readonly string[];
};

/**
 * All emails to a person, and the firm's notifications about the person's forms.
 * @param options.hiddenKinds the kinds that the reader may not see
 * @param options.isForScreen without texts, and without emails about erased rows, which would require a scan of all emails
 */
export function emailsToPerson(
  db: Kysely<Database>,
  of: Correspondent,
  { hiddenKinds, isForScreen }: { hiddenKinds: readonly string[]; isForScreen: boolean },
) {
  const allRows = db
    .selectFrom("letters")
    .select(["id", "kind", "recipient", "state", "createdAt", "sentAt", "settledAt", "attempts", "lastReply"])
    .select("subject")
    .$if(!isForScreen, (letters) => letters.select("bodyText as text"));
  const query = allRows
    .where(isForScreen ? isIndexedTo(of) : concerns(of))
    .where(sql<boolean>`kind <> all(${[...hiddenKinds]}::text[])`);
  return { query, allRows, time: "createdAt" } as const;
}

/**
 * An expression for the time from which retention counts after the last email to a person; null if there was none. The index narrows the
 * search before texts are compared.
 */
export function findLastEmailTo(email: RawBuilder<unknown>): RawBuilder<Date | null> {
  return sql<Date | null>`(
    select max(greatest(${retentionStart(sql`created_at`)}, ${retentionStart(sql`settled_at`)})) from letters
    where recipient = ${email} and search_form(' ' || recipient) like search_pattern(${email})
  )`;
}

/**
 * Finds the notifications of the firm and its colleagues whose text names one of the addresses. This reads all emails.
 * @returns their ids
 */
export async function findEmailsThatName(
  db: Kysely<Database>,
  emails: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select id from letters where ${isNamed(emails)}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the emails of a person. Emails about a staff account with the same address stay: they are a record, and a stranger may have typed
 * the address of a colleague into a form.
 * @param of.namedIn from `findEmailsThatName`
 * @param keepsSent whether to keep emails that were, or may have been, sent
 * @returns how many were deleted, how many were kept, and how many of those are in flight
 */
export async function deleteEmailsToPerson(
  trx: Transaction<Database>,
  { namedIn, ...of }: Correspondent & { namedIn: readonly string[] },
  keepsSent: boolean,
): Promise<{ removed: number; kept: number; inFlight: number }> {
  const concerned = sql`(id = any(${[...namedIn]}::uuid[]) or ${isIndexedTo(of)}) and kind not like 'account-%'`;
  const { numAffectedRows } = await sql`
    delete from letters where ${concerned}
      and not (${keepsSent}::boolean and (sent_at is not null or state = 'sending' or unclear_attempts > 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ kept: number; inFlight: number }>`
    select count(*) as kept, count(*) filter (where state = 'sending') as in_flight
    from letters where ${concerned}`.execute(trx);
  return { removed: Number(numAffectedRows ?? 0), ...(rows[0] ?? { kept: 0, inFlight: 0 }) };
}

function concerns(of: Correspondent): RawBuilder<boolean> {
  return sql<boolean>`(${isIndexedTo(of)} or ${isNamed(of.emails)})`;
}

/**
 * Notifications of the firm and its colleagues refer to a row. If the row was erased and the notification kept, the line with the address
 * identifies it; that line began with another spelling until November 2026. If someone types the firm's own address into a form, its
 * notifications are not that person's.
 */
function isNamed(emails: readonly string[]): RawBuilder<boolean> {
  const conditions = emails.map(
    (email) => sql`position(${`\nEmail: ${email}\n`} in replace(body_text, 'E-' || 'mail: ', 'Email: ')) > 0`,
  );
  return sql<boolean>`((recipient = ${practice.email} or not ${isToPerson}) and (${sql.join(conditions, sql` or `)}))`;
}

const staffKinds = [...listEmailKinds("notifications"), ...listEmailKinds("digests")];

/** A colleague can fill in a form too. Alerts and lists that the colleague gets are about other people. */
const isToPerson = sql<boolean>`(kind <> all(${staffKinds}::text[]))`;

function isFirm(email: string): boolean {
  return email === practice.email.toLowerCase();
}

/** Emails to the person or about a form. Indexes cover them. */
function isIndexedTo({ emails, leadIds }: Correspondent): RawBuilder<boolean> {
  const conditions = emails.map(
    (email) => sql`
      (recipient = ${email} and search_form(' ' || recipient) like search_pattern(${email}) and not ${isFirm(email)}::boolean
        and ${isToPerson})`,
  );
  return sql<boolean>`(about = any(${[...leadIds]}::uuid[]) or ${sql.join(conditions, sql` or `)})`;
}
