import { type Kysely, sql } from "kysely";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { EmailState } from "#app/data/schema/letters.ts";

export type { EmailState } from "#app/data/schema/letters.ts";

/** Ends that are no end for good: the letter can be tried again. What was sent is not sent twice. */
const retriableStates = ["kept", "given-up", "suppressed"] as const satisfies readonly EmailState[];

export type RetriableState = (typeof retriableStates)[number];

/** Everything that is known of a letter, or undefined where there is none with this id. */
export async function findEmail(db: Kysely<Database>, id: string) {
  return db
    .selectFrom("letters")
    .select([
      "id",
      "state",
      "kind",
      "recipient",
      "subject",
      "bodyText",
      "bodyHtml",
      "attempts",
      "unclearAttempts",
      "lastReply",
      "createdAt",
      "nextTryAt",
      "settledAt",
    ])
    .where("id", "=", id)
    .executeTakeFirst();
}

export type StoredEmail = NonNullable<Awaited<ReturnType<typeof findEmail>>>;

/** `unknown`: there is no such letter. Otherwise its state, which is not one to try again from. */
export type RetryOutcome =
  | { ok: true }
  | { ok: false; reason: "unknown" | Exclude<EmailState, RetriableState> };

/**
 * Has a letter tried again, from now on: what it says is written anew. One that is days old has one try, as the postman counts
 * its days from when it was put there.
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
    await sendBack(trx, letter.state).where("id", "=", id).execute();
    const details = { was: letter.state };
    await recordAudit(trx, { action: "letter-retried", ...by, subject: `letter:${id}`, details });
    return { ok: true };
  });
}

/** Has all letters that ended so tried again. @returns how many */
export async function retryEmails({ db, ...by }: RetryDeps, state: RetriableState): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await sendBack(trx, state).executeTakeFirstOrThrow();
    const letters = Number(numUpdatedRows);
    const details = { was: state, letters };
    if (letters > 0) await recordAudit(trx, { action: "letter-retried", ...by, details });
    return letters;
  });
}

type RetryDeps = { db: Kysely<Database>; actor: Actor; clientAddress?: string | undefined };

/** Times are the database's own, as the postman's are. */
function sendBack(db: Kysely<Database>, from: RetriableState) {
  return db
    .updateTable("letters")
    .set({ state: "waiting", nextTryAt: sql`now()`, settledAt: null })
    .where("state", "=", from);
}

function isRetriable(state: EmailState): state is RetriableState {
  return retriableStates.some((retriable) => retriable === state);
}
