import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { findEmailOfKey } from "#app/email/outbox/suppressions.server.ts";
import { type DigestKind, digestKinds, type ScheduledDigest } from "./digest.messages.ts";

/** A condition on `staff_users as account`: the account can follow up on people now. */
export const canFollowUpNow = sql<boolean>`(
  account.role in ('owner', 'staff') and coalesce(account.role_ends_at > now(), true)
)`;

/** A condition on `staff_users as account`, which can follow up now: the account can also decide about claims (`canDecideClaims`). */
export const canDecideClaimsNow = sql<boolean>`(account.role = 'owner')`;

const columns = {
  "morning-list": { since: sql.ref("morning_list_since"), day: sql.ref("morning_list_day") },
  "monday-digest": { since: sql.ref("monday_digest_since"), day: sql.ref("monday_digest_day") },
} as const satisfies Record<ScheduledDigest, { since: RawBuilder<unknown>; day: RawBuilder<unknown> }>;

/** The columns of `staff_preferences` for an email: when it was chosen, and the latest day for which it was queued. */
export function columnsOf(kind: ScheduledDigest): (typeof columns)[ScheduledDigest] {
  return columns[kind];
}

/** The emails that an account has chosen. */
export async function findDigests(db: Kysely<Database>, userId: string): Promise<DigestKind[]> {
  const stored = await db
    .selectFrom("staffPreferences")
    .select(["morningListSince", "mondayDigestSince", "answerAlerts"])
    .where("userId", "=", userId)
    .executeTakeFirst();
  const chosen = {
    "morning-list": (stored?.morningListSince ?? null) !== null,
    "monday-digest": (stored?.mondayDigestSince ?? null) !== null,
    // Owners of leads are responsible for the reply, so this alert is on by default.
    "answer-alert": stored?.answerAlerts ?? true,
  };
  return digestKinds.filter((kind) => chosen[kind]);
}

/** Saves which emails an account gets. An email that was chosen before keeps its time. */
export async function saveDigests(
  db: Kysely<Database>,
  userId: string,
  wanted: readonly DigestKind[],
  at: Date,
): Promise<void> {
  const since = (kind: ScheduledDigest): Date | null => (wanted.includes(kind) ? at : null);
  await sql`
    insert into staff_preferences as stored (user_id, morning_list_since, monday_digest_since, answer_alerts)
    values (${userId}, ${since("morning-list")}, ${since("monday-digest")}, ${wanted.includes("answer-alert")})
    on conflict (user_id) do update set
      answer_alerts = excluded.answer_alerts,
      morning_list_since = case when excluded.morning_list_since is not null
        then coalesce(stored.morning_list_since, excluded.morning_list_since) end,
      monday_digest_since = case when excluded.monday_digest_since is not null
        then coalesce(stored.monday_digest_since, excluded.monday_digest_since) end`.execute(db);
}

/** The account that received one of these emails, and the email. @param key the preferences key of the email */
export async function findDigestOfKey(
  db: Kysely<Database>,
  key: string,
): Promise<{ userId: string; kind: DigestKind } | undefined> {
  const email = await findEmailOfKey(db, key);
  const kind = digestKinds.find((each) => each === email?.kind);
  if (email === undefined || kind === undefined) return undefined;
  const account = await db
    .selectFrom("staffUsers")
    .select("id")
    .where("email", "=", email.recipient)
    .executeTakeFirst();
  return account && { userId: account.id, kind };
}

/** The value of the column of each email after it was stopped. */
const stopped = {
  "morning-list": { morningListSince: null },
  "monday-digest": { mondayDigestSince: null },
  "answer-alert": { answerAlerts: false },
} as const satisfies Record<DigestKind, object>;

/**
 * Stops the email with this preferences key. It changes no other choice, because several emails can be stopped at the same time.
 * @returns whether it is one of these emails
 */
export async function stopDigest(db: Kysely<Database>, key: string): Promise<boolean> {
  const found = await findDigestOfKey(db, key);
  if (found === undefined) return false;
  const { userId, kind } = found;
  await db
    .insertInto("staffPreferences")
    .values({ userId, ...stopped[kind] })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet(stopped[kind]))
    .execute();
  return true;
}
