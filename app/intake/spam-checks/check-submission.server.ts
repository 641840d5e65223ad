import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { secondsLeft } from "#app/data/rate-limits/rate-limits.server.ts";
import type { QuarantineReason } from "#app/data/schema/quarantined-submissions.ts";
import type { Clock } from "#app/platform/clock.ts";
import { attemptLimits } from "#app/platform/limits.ts";
import type { SpamCheckKeys } from "./spam-check-keys.server.ts";
import type { FormToken } from "./form-token.server.ts";
import { type AttemptRecord, recordAttempt, type ValidSubmission } from "./record-attempt.server.ts";

/** Why the sender must confirm the mailbox. */
export type Suspicion = Exclude<QuarantineReason, "honeypot">;

/** The page with the form, according to its token. */
export type ServedPage = Pick<FormToken, "pageVersion" | "wordingVersion">;

/**
 * `page` is null without a valid token. `hasUnspentToken`: the token is valid, not expired and was not used for other content. Limits and
 * email delivery prefer such submissions.
 */
export type Verdict =
  /** @property isHeld whether an earlier attempt with the same content is quarantined */
  | { kind: "pass"; page: ServedPage | null; isHeld: boolean; hasUnspentToken: boolean }
  /** The honeypot was filled in. The sender gets the response of an accepted submission. */
  | { kind: "honeypot"; page: ServedPage | null }
  /** Accepted once the mailbox is confirmed. Until then, `receive-submission.server.ts` quarantines it. */
  | { kind: "confirm"; reason: Suspicion; page: ServedPage | null; hasUnspentToken: boolean }
  /** Refused until the end of the limit's window. */
  | { kind: "too-many"; retryAfterSeconds: number };

/** The limits beyond which a submission is refused. */
export const refusingLimits = [
  "refusedByAllocationDaily",
  "refusedByNetworkDaily",
  "refusedByCustomerDaily",
  "refusedByAddress",
] as const;

/**
 * Distinguishes people from programs. Forms, JSON calls and retries all use this check. It counts every call, uses only the server's clock
 * and runs one statement.
 */
export async function checkSubmission(
  deps: { db: Kysely<Database>; clock: Clock; spamCheckKeys: SpamCheckKeys },
  sent: ValidSubmission,
): Promise<Verdict> {
  const now = deps.clock.now();
  const token = deps.spamCheckKeys.readFormToken(sent.form, sent.signals.formToken, now);
  const record = await recordAttempt(deps, sent, { token, now });

  const waits = refusingLimits
    .filter((limit) => record.isOver(limit))
    .map((limit) => secondsLeft(now, attemptLimits[limit].windowMinutes));
  if (waits.length > 0) return { kind: "too-many", retryAfterSeconds: Math.max(...waits) };
  const page = token ?? null;
  if (sent.signals.honeypot !== "") return { kind: "honeypot", page };
  const reason = findSuspicion(sent, token, record);
  const hasUnspentToken = token !== undefined && token.suspicion !== "token" && record.isOwnToken(token);
  return reason === null
    ? { kind: "pass", page, isHeld: record.isHeld, hasUnspentToken }
    : { kind: "confirm", reason, page, hasUnspentToken };
}

function findSuspicion(
  sent: ValidSubmission,
  token: FormToken | undefined,
  record: AttemptRecord,
): Suspicion | null {
  const suspicion = token === undefined ? suspicionWithoutToken(sent) : suspicionOfToken(token, record);
  if (suspicion !== null) return suspicion;
  const limits = [
    "immediateByAddress",
    "immediateByAddressAndMailbox",
    "immediateByCustomerDaily",
    "immediateByNetworkDaily",
    "immediateByMailbox",
  ] as const;
  return limits.some((limit) => record.isOver(limit)) ? "many" : null;
}

/**
 * JSON assessments need no token (specification section 7). JSON sign-ups do, because seats are limited. An unrecognized token is more
 * suspicious than a missing one.
 */
function suspicionWithoutToken({ form, signals }: ValidSubmission): Suspicion | null {
  const needsToken = signals.isFormPost || form === "event-signup";
  return needsToken || signals.formToken !== null ? "token" : null;
}

function suspicionOfToken(token: FormToken, record: AttemptRecord): Suspicion | null {
  return token.suspicion ?? (record.isOwnToken(token) ? null : "replay");
}
