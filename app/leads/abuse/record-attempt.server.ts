import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/database.ts";
import { type Attempt, countingOf } from "#app/data/rate-limits.server.ts";
import { countedAddress } from "#app/platform/client-address.server.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import type { AbuseKeys } from "./abuse-keys.server.ts";
import type { Sent } from "./check-submission.server.ts";
import type { FormToken } from "./form-token.server.ts";
import type { AskedQuestion } from "./question.server.ts";

type SubmissionLimit = "askedByAddress" | "askedByAddressDaily" | "askedByEmail" | "refusedByAddress";

/** What the tables say of an attempt. */
export type AttemptRecord = {
  isOver(limit: SubmissionLimit): boolean;
  /** Whether a token, or an answered question, was used for this content alone. Sent again, it is the same submission. */
  isOurs(used: { id: string }): boolean;
  /** Which of its fingerprints something is held under, waiting for an answer. */
  held: readonly string[];
};

type Read = { token: FormToken | undefined; asked: AskedQuestion | undefined; now: Date };

/**
 * Counts the attempt, spends what came with it, and asks what was asked before: all in one statement. Of a sender who is turned
 * away nothing is kept but that count, or a flood would fill the tables.
 */
export async function recordAttempt(
  { db, abuse }: { db: Kysely<Database>; abuse: AbuseKeys },
  sent: Sent,
  { token, asked, now }: Read,
): Promise<AttemptRecord> {
  const { fingerprint } = sent;
  const attempts = attemptsOf(abuse, sent);
  const { askedByEmail, askedByAddress, askedByAddressDaily, refusedByAddress } = attempts;
  const isWithin = sql`
    (select count from by_address where key = ${refusedByAddress.key}) <= ${attemptLimits.refusedByAddress.most}`;
  const spent = [
    ...(token === undefined || token.doubt === "token" ? [] : [token.id]),
    ...(asked?.isRight === true ? [asked.id] : []),
  ];
  const fingerprints = [fingerprint, asked?.fingerprint ?? fingerprint];
  const { rows } = await sql<{
    counts: Readonly<{ [key: string]: number }>;
    spentOn: Readonly<{ [id: string]: string }> | null;
    held: string[];
  }>`
    with by_address as (${countingOf([askedByAddress, askedByAddressDaily, refusedByAddress], now)}
    ), by_email as (${countingOf([askedByEmail], now, isWithin)}
    ), spent as (
      insert into spent_tokens (token, fingerprint, spent_at)
      select token, ${fingerprint}, ${now}::timestamptz from unnest(${spent}::text[]) as token
      -- After all counts, and in this order: two such statements never wait for each other in a circle.
      where ${isWithin} and (select count(*) from by_email) > 0
      order by token
      -- The first to use it stands there for good.
      on conflict (token) do update set fingerprint = spent_tokens.fingerprint
      returning token, fingerprint
    )
    select
      (select json_object_agg(key, count) from (table by_address union all table by_email) as counted) as counts,
      (select json_object_agg(token, fingerprint) from spent) as spent_on,
      array(
        select fingerprint from quarantined_submissions
        where fingerprint = any(${fingerprints}::text[]) and released_at is null and reason <> 'honeypot'
          -- Another person's, asked at the same browser and left there, stays.
          and (fingerprint = ${fingerprint} or input ->> 'email' = ${sent.email})
      ) as held`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The statement that counts attempts answered nothing.");
  return {
    isOver: (limit) => (row.counts[attempts[limit].key] ?? 0) > attemptLimits[limit].most,
    isOurs: ({ id }) => row.spentOn?.[id] === fingerprint,
    held: row.held,
  };
}

function attemptsOf(
  abuse: AbuseKeys,
  { form, email, clientAddress }: Sent,
): { [Limit in SubmissionLimit]: Attempt } {
  const attempt = (limit: SubmissionLimit, ...whose: string[]): Attempt => ({
    key: abuse.limitKey(limit, ...whose),
    windowMinutes: attemptLimits[limit].windowMinutes,
  });
  const address = countedAddress(clientAddress);
  return {
    askedByAddress: attempt("askedByAddress", address, form),
    askedByAddressDaily: attempt("askedByAddressDaily", address),
    askedByEmail: attempt("askedByEmail", email, form),
    refusedByAddress: attempt("refusedByAddress", address),
  };
}

/** Whether one more of this sender may be held. Counts it, for its address and for the whole site. */
export async function mayHold(
  { db, abuse }: { db: Kysely<Database>; abuse: AbuseKeys },
  clientAddress: string,
  now: Date,
): Promise<boolean> {
  const { heldByAddress, heldBySite } = attemptLimits;
  const address = abuse.limitKey("heldByAddress", countedAddress(clientAddress));
  const site = abuse.limitKey("heldBySite");
  const isWithin = sql`(select count from by_address) <= ${heldByAddress.most}`;
  const { rows } = await sql<{ count: number }>`
    with by_address as (${countingOf([{ key: address, windowMinutes: heldByAddress.windowMinutes }], now)}
    ), by_site as (${countingOf([{ key: site, windowMinutes: heldBySite.windowMinutes }], now, isWithin)})
    select count from by_site`.execute(db);
  return (rows[0]?.count ?? heldBySite.most + 1) <= heldBySite.most;
}
