import type { Kysely, Transaction } from "kysely";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import { recordAccountAction } from "#app/identity/accounts/record-account-action.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { normalizeEmail } from "#app/identity/accounts/account-rows.server.ts";
import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import {
  countAttempts,
  type Counted,
  type CountingDeps,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { AuthenticationLimit } from "#app/platform/limits.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";
import { hasOpenLink, makeAccountLink, sendLink } from "./one-time-links.server.ts";

export type RequestLinkDeps = {
  db: Kysely<Database>;
  clock: Clock;
  keys: Pick<IdentityKeys, "limitKey">;
  outbox: Pick<Outbox, "wake">;
};

const actions = { confirm: "confirmation-requested", reset: "password-reset-requested" } as const;

/**
 * Sends a link to an account if its mailbox is within its limit. The same statements run for an unknown address, so the response time
 * does not show which addresses have an account.
 */
export async function requestLink(
  { db, clock, keys, outbox }: RequestLinkDeps,
  kind: "confirm" | "reset",
  request: { email: string; clientAddress?: string | undefined },
): Promise<void> {
  const { clientAddress } = request;
  const email = normalizeEmail(request.email);
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, email);
    const counting = { db: trx, clock, keys };
    const { limit, counted } = await countRequest(counting, kind, { email, account });
    // At the limit, the newest link stays valid.
    const isReplaced = await replacesUsedLink(counting, kind, { email, account, counted });
    const isRefused = counted !== "within" && !isReplaced;
    const link = await makeAccountLink(trx, kind, isRefused ? undefined : email);
    await sendLink(trx, kind, link?.id);
    const firstRefusal = isRefused && counted === "first-refusal" ? { limit } : undefined;
    await recordRequest(trx, {
      action: actions[kind],
      account: link && { id: link.accountId, isWaiting: account?.role === "pending" },
      firstRefusal,
      clientAddress,
    });
  });
  outbox.wake();
}

type Account = { id: string; emailVerified: boolean; role: string };

/**
 * Counts a request toward the limits of its mailbox. Anyone can create an unconfirmed account for another address of a mailbox, so unconfirmed
 * accounts share a separate daily limit. The same statements run for an unknown address, which is not counted.
 */
async function countRequest(
  counting: CountingDeps,
  kind: "confirm" | "reset",
  { email, account }: { email: string; account: Account | undefined },
): Promise<{ limit: AuthenticationLimit; counted: Counted }> {
  const of = normalizeMailbox(email);
  const isConfirmed = account?.emailVerified === true;
  const isCounted = account !== undefined && (kind === "reset" || !isConfirmed);
  const part = { limit: "confirmLinksByMailbox", of } as const;
  const inPart = await countAttempts(counting, [part], isCounted && kind === "confirm");
  const all = { limit: isConfirmed ? "resetLinksByMailbox" : "linksByMailbox", of } as const;
  // A request that the first limit refuses does not count toward the second.
  const inAll = await countAttempts(counting, [all], isCounted && inPart === "within");
  return inPart === "within" ? { limit: all.limit, counted: inAll } : { limit: part.limit, counted: inPart };
}

/**
 * Whether a request over the limit still gets a link, because the newest one was used, which only the owner of the mailbox can do. It counts
 * toward a daily limit.
 */
async function replacesUsedLink(
  counting: CountingDeps & { db: Transaction<Database> },
  kind: "confirm" | "reset",
  { email, account, counted }: { email: string; account: Account | undefined; counted: Counted },
): Promise<boolean> {
  const isOpen = await hasOpenLink(counting.db, kind, account?.id);
  const isUsed = counted !== "within" && !isOpen && account?.emailVerified === true;
  const replacement = { limit: "replacedLinksByMailbox", of: normalizeMailbox(email) } as const;
  // Also runs without counting, so that the response time shows nothing.
  const replaced = await countAttempts(counting, [replacement], isUsed);
  return isUsed && replaced === "within";
}

/** Concurrent requests for one account wait here, and the later one replaces the link of the earlier one. */
async function lockAccount(trx: Transaction<Database>, email: string) {
  return trx
    .selectFrom("staffUsers")
    .select(["id", "emailVerified", "role"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
}

/** @param request.firstRefusal the limit, if this request is the first that it refuses */
async function recordRequest(
  trx: Transaction<Database>,
  request: {
    action: (typeof actions)[keyof typeof actions];
    account: { id: string; isWaiting: boolean } | undefined;
    firstRefusal: { limit: string } | undefined;
    clientAddress: string | undefined;
  },
): Promise<void> {
  const { action, account, firstRefusal, clientAddress } = request;
  if (account !== undefined) {
    await recordAccountAction(trx, account, {
      action,
      actor: { kind: "nobody" },
      subject: `account:${account.id}`,
      clientAddress,
    });
  } else if (firstRefusal !== undefined) {
    await recordUnauthenticatedAction(trx, {
      action: "sign-in-refused",
      details: firstRefusal,
      clientAddress,
    });
  } else {
    await recordUnauthenticatedAction(trx, { action, details: {}, clientAddress });
  }
}
