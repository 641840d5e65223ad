import { type Kysely, type RawBuilder, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailState } from "#app/data/schema/letters.ts";
import { maxBulkRetryDays } from "./email-states.messages.ts";

export type { EmailState } from "#app/data/schema/letters.ts";

/** States from which an email can be retried. A sent email is never sent again. */
const retriableStates = ["kept", "given-up", "suppressed"] as const satisfies readonly EmailState[];

export type RetriableState = (typeof retriableStates)[number];

/** @returns undefined if there is no email with this id */
export async function findEmail(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("letters")
    .select([
      "id",
      "state",
      "kind",
      "about",
      "recipient",
      "subject",
      "bodyText",
      "bodyHtml",
      "attempts",
      "unclearAttempts",
      "lastReply",
      "createdAt",
      "nextTryAt",
      "sentAt",
      "settledAt",
      "returnedAt",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

export type StoredEmail = NonNullable<Awaited<ReturnType<typeof findEmail>>>;

/** `unknown`: there is no such email. The other reasons are states that permit no retry. */
export type RetryOutcome =
  | { ok: true }
  | { ok: false; reason: "unknown" | Exclude<EmailState, RetriableState> };

/**
 * Queues an email again. It is rendered from current data. It is retried like a new email, until it is three days old and has been
 * attempted 100 times in all.
 */
export async function retryEmail({ db, ...by }: RetryDeps, id: string): Promise<RetryOutcome> {
  return db.transaction().execute(async (trx): Promise<RetryOutcome> => {
    const letter = await trx
      .selectFrom("letters")
      .select("state")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (letter === undefined) return { ok: false, reason: "unknown" };
    if (!isRetriable(letter.state)) return { ok: false, reason: letter.state };
    await requeue(trx, letter.state).where("id", "=", id).execute();
    const details = { was: letter.state };
    await recordAudit(trx, { action: "letter-retried", ...by, subject: `letter:${id}`, details });
    return { ok: true };
  });
}

/**
 * Emails in a state that are retried together. A failure that is older or may have been delivered is retried only after someone has looked
 * at it. A sent confirmation without text belonged to a form that staff deleted. The index is by creation, and an email can wait for days
 * before it fails.
 */
function isRetriedInBulk(state: RetriableState): RawBuilder<boolean> {
  return state === "given-up"
    ? sql`(unclear_attempts = 0 and settled_at > now() - make_interval(days => ${maxBulkRetryDays})
        and created_at > now() - make_interval(days => ${maxBulkRetryDays * 2})
        and not (kind = 'confirm-submission' and sent_at is not null and body_text is null))`
    : sql`true`;
}

/** The number of emails that `retryEmails` would queue. */
export async function countRetriableEmails(db: Kysely<Database>, state: RetriableState): Promise<number> {
  const { emails } = await db
    .selectFrom("letters")
    .select((eb) => eb.fn.countAll<number>().as("emails"))
    .where("state", "=", state)
    .where(isRetriedInBulk(state))
    .executeTakeFirstOrThrow();
  return Number(emails);
}

/** Queues the emails in a state again, but only recent failures. @returns their number */
export async function retryEmails({ db, ...by }: RetryDeps, state: RetriableState): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await requeue(trx, state)
      .where(isRetriedInBulk(state))
      .executeTakeFirstOrThrow();
    const letters = Number(numUpdatedRows);
    const details = { was: state, letters };
    if (letters > 0) await recordAudit(trx, { action: "letter-retried", ...by, details });
    return letters;
  });
}

type RetryDeps = { db: Kysely<Database>; actor: Actor; clientAddress?: string | undefined };

/** Uses the clock of the database, like the mail worker. */
function requeue(db: Kysely<Database>, from: RetriableState) {
  return db
    .updateTable("letters")
    .set({ state: "waiting", nextTryAt: sql`now()`, settledAt: null, returnedAt: null })
    .where("state", "=", from);
}

function isRetriable(state: EmailState): state is RetriableState {
  return retriableStates.some((retriable) => retriable === state);
}
