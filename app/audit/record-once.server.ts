import { type Kysely, type RawBuilder, sql } from "kysely";
import { maxRefusalEntriesPerAccount } from "#app/platform/limits.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { StaffActor } from "./audit.server.ts";
import type { AuditAction } from "./audit-action.ts";

/** A staff member viewed a list of leads. */
export type View = {
  actor: Omit<StaffActor, "kind">;
  /** The id of the session's row, never its token. */
  sessionId: string;
  list: string;
  clientAddress: string;
};

/** Adds `leads-viewed` to the audit log, once in 15 minutes per session and list. */
export async function recordView(db: Kysely<Database>, view: View): Promise<void> {
  const { actor, sessionId, list, clientAddress } = view;
  await recordOnce(db, {
    action: "leads-viewed",
    actor,
    details: { list, session: sessionId },
    clientAddress,
  });
}

/** A staff member read an email. */
export type EmailView = Omit<View, "list"> & {
  /** The id of its row. */
  letter: string;
  /** The recipient's pseudonym in the log (`person-keys.server.ts`). */
  subject: string;
};

/** Adds `letter-viewed` to the audit log, once in 15 minutes per session and email. The page and the frame in it are one view. */
export async function recordEmailView(db: Kysely<Database>, view: EmailView): Promise<void> {
  const { sessionId, letter, ...entry } = view;
  await recordOnce(db, { ...entry, action: "letter-viewed", details: { letter, session: sessionId } });
}

/** A staff member viewed the data of one person, or one submission. */
export type PersonView = Omit<View, "list"> & {
  /** The person's pseudonym in the log (`person-keys.server.ts`). */
  subject: string;
  /** The viewed row, if it was a single one, without its content. */
  details?: Readonly<Record<string, string>>;
};

/** Adds `person-viewed` to the audit log, once in 15 minutes per session and viewed data. */
export async function recordPersonView(db: Kysely<Database>, view: PersonView): Promise<void> {
  const { sessionId, details, ...entry } = view;
  await recordOnce(db, { ...entry, action: "person-viewed", details: { ...details, session: sessionId } });
}

/** Adds `audit-read` to the audit log, once in 15 minutes per session. @param read.subject the subject that the list was filtered by */
export async function recordAuditRead(
  db: Kysely<Database>,
  read: Omit<View, "list"> & { subject?: string | undefined },
): Promise<void> {
  const { sessionId, subject, ...entry } = read;
  const about = subject === undefined ? {} : { subject };
  await recordOnce(db, { ...entry, ...about, action: "audit-read", details: { session: sessionId } });
}

/** Adds `record-viewed` to the audit log, once in 15 minutes per session, page of the site and entry of the archive. */
export async function recordArchiveView(
  db: Kysely<Database>,
  view: Omit<View, "list"> & { path: string; entry: number },
): Promise<void> {
  const { sessionId, path, entry, ...event } = view;
  const details = { entry: String(entry), session: sessionId };
  await recordOnce(db, { ...event, action: "record-viewed", subject: `page:${path}`, details });
}

/** Adds `evidence-downloaded` to the audit log, once in 15 minutes per session and file. @param download.file the hash of its bytes */
export async function recordEvidenceDownload(
  db: Kysely<Database>,
  download: Omit<View, "list"> & { file: string },
): Promise<void> {
  const { sessionId, file, ...event } = download;
  const details = { file, session: sessionId };
  await recordOnce(db, { ...event, action: "evidence-downloaded", details });
}

/** A signed-in person requested a page or endpoint that their role does not permit. */
export type Refusal = { actor: Omit<StaffActor, "kind">; sessionId: string; endpoint: string };

/**
 * Records `access-refused`, at most once in 15 minutes per session and path, and at most `maxRefusalEntriesPerAccount` times per account.
 * Concurrent calls may exceed the limit by a few entries.
 */
export async function recordRefusal(db: Kysely<Database>, refusal: Refusal): Promise<void> {
  const { actor, sessionId, endpoint } = refusal;
  const entry = { action: "access-refused", actor, details: { door: endpoint, session: sessionId } } as const;
  const isWithin = sql<boolean>`(
    select count(*) from (
      select from audit_events
      where at > now() - interval '15 minutes' and action = 'access-refused' and actor_id = ${actor.id}
      limit ${maxRefusalEntriesPerAccount}
    ) as recent
  ) < ${maxRefusalEntriesPerAccount}`;
  await recordOnce(db, entry, isWithin);
}

/**
 * Screens reload automatically, and an entry for each load would hide the other entries. Two concurrent calls may both add an entry, which
 * is preferable to a missing one.
 * @throws errors of the database, because an action that cannot be recorded must not happen
 */
async function recordOnce(
  db: Kysely<Database>,
  event: {
    action: AuditAction;
    actor: Omit<StaffActor, "kind">;
    subject?: string;
    details: Readonly<Record<string, string>>;
    clientAddress?: string | undefined;
  },
  onlyWhere: RawBuilder<boolean> = sql`true`,
): Promise<void> {
  const { action, actor, subject = null, clientAddress = null } = event;
  const details = JSON.stringify(event.details);
  await sql`
    insert into audit_events (action, actor_kind, actor_id, actor_email, subject, details, client_address)
    select ${action}::text, 'staff', ${actor.id}::text, ${actor.email}::text,
      ${subject}::text, ${details}::jsonb, ${clientAddress}::text
    where ${onlyWhere} and not exists (
      select from audit_events
      where at > now() - interval '15 minutes' and action = ${action} and actor_id = ${actor.id}
        and subject is not distinct from ${subject}::text and details = ${details}::jsonb
    )`.execute(db);
}
