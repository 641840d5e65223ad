import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import {
  type Attempt,
  buildCounting,
  isUsedUp,
  secondsLeft,
} from "#app/data/rate-limits/rate-limits.server.ts";
import {
  countedAddress,
  countedAllocation,
  countedCustomer,
  countedNetwork,
} from "#app/platform/http/client-address.server.ts";
import { attemptLimits, exemptQuarantinePerNetwork } from "#app/platform/limits.ts";
import type { SpamCheckKeys } from "./spam-check-keys.server.ts";
import type { LeadForm } from "#app/data/schema/consent-receipts.ts";
import type { SpamSignals } from "./spam-signals.ts";
import type { FormToken } from "./form-token.server.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";

/** A submission whose fields are valid. */
export type ValidSubmission = {
  form: LeadForm;
  email: string;
  /** Digest of its fields. */
  fingerprint: string;
  signals: SpamSignals;
  clientAddress: string;
};

type SubmissionLimit =
  | "immediateByAddress"
  | "immediateByAddressAndMailbox"
  | "immediateByCustomerDaily"
  | "immediateByNetworkDaily"
  | "immediateByMailbox"
  | "refusedByAddress"
  | "refusedByCustomerDaily"
  | "refusedByNetworkDaily"
  | "refusedByAllocationDaily";

/** The counts and token state of an attempt. */
export type AttemptRecord = {
  isOver(limit: SubmissionLimit): boolean;
  /** Whether the token was used only for this content. The same content with the same token is the same submission. */
  isOwnToken(used: { id: string }): boolean;
  /** Whether the same content is quarantined. Honeypot submissions have separate keys. */
  isHeld: boolean;
};

/**
 * Counts the attempt, spends its form token, and looks for the same content in quarantine, all in one statement. For a refused sender,
 * only the counts that refuse it are stored, so that a flood cannot fill the tables.
 */
export async function recordAttempt(
  { db, spamCheckKeys }: { db: Kysely<Database>; spamCheckKeys: SpamCheckKeys },
  sent: ValidSubmission,
  { token, now }: { token: FormToken | undefined; now: Date },
): Promise<AttemptRecord> {
  const { fingerprint } = sent;
  const spent = token === undefined || token.suspicion === "token" ? null : token.id;
  const attempts = createAttempts(spamCheckKeys, sent, spent !== null);
  const { rows } = await sql<{
    counts: Readonly<{ [key: string]: number }>;
    spentOn: string | null;
    isHeld: boolean;
  }>`
    with ${countAttempts(attempts, countedAllocation(sent.clientAddress) !== undefined, now)}, spent as (
      insert into spent_tokens (token, fingerprint, spent_at)
      select ${spent}::text, ${fingerprint}, ${now}::timestamptz
      -- After all counts: two such statements cannot deadlock.
      where ${spent}::text is not null and exists (table by_address) and (select count(*) from by_mailbox) >= 0
      -- A later use does not replace the first one.
      on conflict (token) do update set fingerprint = spent_tokens.fingerprint
      returning fingerprint
    )
    select
      (
        select json_object_agg(key, count)
        from (table by_allocation union all table by_network union all table by_sender union all table by_address union all table by_mailbox) as counted
      ) as counts,
      (select fingerprint from spent) as spent_on,
      exists (
        select from quarantined_submissions
        where fingerprint = ${fingerprint} and released_at is null
      ) as is_held`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The statement that counts attempts returned no row.");
  return {
    isOver: (limit) => (row.counts[attempts[limit].key] ?? 0) > attemptLimits[limit].most,
    isOwnToken: ({ id }) => id === spent && row.spentOn === fingerprint,
    isHeld: row.isHeld,
  };
}

type Attempts = { [Limit in SubmissionLimit]: Attempt };

/**
 * Parts of a `with` clause that count an attempt toward one limit after the other, from the largest network to the mailbox. A sender or a
 * network over its own limit does not use up the limits of the networks that contain it.
 */
function countAttempts(attempts: Attempts, isIPv6: boolean, now: Date): RawBuilder<unknown> {
  const { immediateByMailbox, refusedByAddress, refusedByCustomerDaily, ...others } = attempts;
  const { refusedByNetworkDaily, refusedByAllocationDaily, immediateByNetworkDaily, ...byAddress } = others;
  const immediate = [...Object.values(byAddress), ...(isIPv6 ? [immediateByNetworkDaily] : [])];
  const isUsed = (limit: SubmissionLimit) =>
    isUsedUp({ ...attempts[limit], most: attemptLimits[limit].most }, now);
  const isSenderOver = sql`(${isUsed("refusedByAddress")} or ${isIPv6}::boolean and ${isUsed("refusedByCustomerDaily")})`;
  const isNetworkOver = sql`(${isSenderOver} or ${isUsed("refusedByNetworkDaily")})`;
  const isAllocationWithin = isWithin(attempts, "by_allocation", "refusedByAllocationDaily");
  const isNetworkWithin = sql`${isAllocationWithin} and ${isWithin(attempts, "by_network", "refusedByNetworkDaily")}`;
  const isSenderWithin = sql`${isNetworkWithin} and ${isWithinSender(attempts)}`;
  const isMailboxCounted = sql`${isSenderWithin} and ${isWithin(attempts, "by_address", "immediateByAddressAndMailbox")}`;
  return sql`by_allocation as (${buildCounting(isIPv6 ? [refusedByAllocationDaily] : [], now, sql`not ${isNetworkOver}`)}
    ), by_network as (${buildCounting([refusedByNetworkDaily], now, sql`${isAllocationWithin} and not ${isSenderOver}`)}
    ), by_sender as (${buildCounting(isIPv6 ? [refusedByAddress, refusedByCustomerDaily] : [refusedByAddress], now, isNetworkWithin)}
    ), by_address as (${buildCounting(immediate, now, isSenderWithin)}
    ), by_mailbox as (${buildCounting([immediateByMailbox], now, isMailboxCounted)})`;
}

function isWithinSender(attempts: Attempts): RawBuilder<unknown> {
  return sql`${isWithin(attempts, "by_sender", "refusedByAddress")} and ${isWithin(attempts, "by_sender", "refusedByCustomerDaily")}`;
}

/** Whether an attempt is within a limit, or was not counted toward it. */
function isWithin(attempts: Attempts, table: string, limit: SubmissionLimit): RawBuilder<unknown> {
  const { most } = attemptLimits[limit];
  return sql`coalesce((select count from ${sql.table(table)} where key = ${attempts[limit].key}), 0) <= ${most}`;
}

function createAttempts(
  spamCheckKeys: SpamCheckKeys,
  { form, email, clientAddress }: ValidSubmission,
  hasToken: boolean,
): Attempts {
  const attempt = (limit: SubmissionLimit, ...whose: string[]): Attempt => ({
    key: spamCheckKeys.limitKey(limit, ...whose),
    windowMinutes: attemptLimits[limit].windowMinutes,
  });
  const address = countedAddress(clientAddress);
  const mailbox = normalizeMailbox(email);
  const origin = hasToken ? "with-token" : "without-token";
  return {
    immediateByAddress: attempt("immediateByAddress", address, form, origin),
    immediateByAddressAndMailbox: attempt("immediateByAddressAndMailbox", address, mailbox, form, origin),
    immediateByCustomerDaily: attempt("immediateByCustomerDaily", countedCustomer(clientAddress), origin),
    immediateByNetworkDaily: attempt("immediateByNetworkDaily", countedNetwork(clientAddress), origin),
    immediateByMailbox: attempt("immediateByMailbox", mailbox, form, origin),
    refusedByAddress: attempt("refusedByAddress", address),
    refusedByCustomerDaily: attempt("refusedByCustomerDaily", countedCustomer(clientAddress)),
    refusedByNetworkDaily: attempt("refusedByNetworkDaily", countedNetwork(clientAddress)),
    refusedByAllocationDaily: attempt("refusedByAllocationDaily", countedAllocation(clientAddress) ?? ""),
  };
}

/** The kinds of quarantined submissions that have separate site-wide limits. */
export const quarantineBudgets = [
  "quarantinedWithToken",
  "quarantinedWithoutToken",
  "quarantinedHoneypots",
] as const satisfies readonly (keyof typeof attemptLimits)[];

export type QuarantineBudget = (typeof quarantineBudgets)[number];

export type QuarantineAdmission =
  | { ok: true }
  | { ok: false; reason: "address-limit"; retryAfterSeconds: number }
  /** `isFirst`: no submission was refused for this limit in this hour before. Exactly one caller on all servers sees it. */
  | { ok: false; reason: "site-limit"; isFirst: boolean; retryAfterSeconds: number };

/** Counts a submission toward the quarantine limits of its network address and of the site, and decides whether it is quarantined. */
export async function admitToQuarantine(
  { db, spamCheckKeys }: { db: Kysely<Database>; spamCheckKeys: SpamCheckKeys },
  { clientAddress, budget, now }: { clientAddress: string; budget: QuarantineBudget; now: Date },
): Promise<QuarantineAdmission> {
  const { quarantinedByAddress, exemptQuarantined } = attemptLimits;
  const { most, windowMinutes } = attemptLimits[budget];
  const daily = (limit: "quarantinedByAddress" | "exemptQuarantined", ...whose: string[]): Attempt => ({
    key: spamCheckKeys.limitKey(limit, ...whose),
    windowMinutes: attemptLimits[limit].windowMinutes,
  });
  const site = { key: spamCheckKeys.limitKey(budget), windowMinutes };
  const isAddressWithin = sql`(select count from by_address) <= ${quarantinedByAddress.most}`;
  const isFirstOfNetwork = sql`(select count from by_network) <= ${exemptQuarantinePerNetwork}`;
  const isExempt = sql`coalesce((select count from by_exemption) <= ${exemptQuarantined.most}, false)`;
  const { rows } = await sql<{ ofAddress: number; ofSite: number | null }>`
    with by_address as (${buildCounting([daily("quarantinedByAddress", countedAddress(clientAddress))], now)}
    ), by_network as (${buildCounting([daily("exemptQuarantined", countedNetwork(clientAddress))], now, isAddressWithin)}
    ), by_exemption as (${buildCounting([daily("exemptQuarantined")], now, isFirstOfNetwork)}
    ), by_site as (${buildCounting([site], now, sql`${isAddressWithin} and not ${isExempt}`)})
    select (select count from by_address) as of_address, (select count from by_site) as of_site`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The statement that counts the quarantine returned no row.");
  if (row.ofAddress > quarantinedByAddress.most) {
    const retryAfterSeconds = secondsLeft(now, quarantinedByAddress.windowMinutes);
    return { ok: false, reason: "address-limit", retryAfterSeconds };
  }
  if (row.ofSite === null || row.ofSite <= most) return { ok: true };
  const retryAfterSeconds = secondsLeft(now, windowMinutes);
  return { ok: false, reason: "site-limit", isFirst: row.ofSite === most + 1, retryAfterSeconds };
}
