import type { Transaction } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { recordAudit } from "#app/audit/audit.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import { makeAccountLink, sendLink } from "#app/identity/links/one-time-links.server.ts";
import { requestLink, type RequestLinkDeps } from "#app/identity/links/request-link.server.ts";
import { isLongPassword, passwordLength } from "#app/identity/passwords/password-length.ts";
import { isAcceptablePassword } from "#app/identity/passwords/check-new-password.server.ts";
import type { Passwords } from "#app/identity/passwords/passwords.server.ts";
import {
  allowAttempt,
  countAttempts,
  type Attempt,
  type CountingDeps,
} from "#app/identity/rate-limits/count-attempts.server.ts";
import type { AuthenticationLimit } from "#app/platform/limits.ts";
import { normalizeMailbox } from "#app/platform/text/normalize-mailbox.ts";
import {
  normalizeEmail,
  findAccount,
  insertAccount,
  isUnclaimed,
} from "#app/identity/accounts/account-rows.server.ts";

/**
 * Creates a pending account without permissions. The person confirms the address with a link, then an owner approves the account. The response
 * reveals whether the address has a confirmed account, as specified (section 8). A stranger may have requested an unconfirmed one, so its
 * address receives a link that sets a new password. Only sign-ups that send an email count toward the limits.
 */
export async function requestAccount(
  deps: RequestLinkDeps & { passwords: Pick<Passwords, "hash"> },
  request: { email: string; password: string; clientAddress?: string | undefined },
): Promise<RequestOutcome> {
  const { db, clock, keys, outbox, passwords } = deps;
  const { clientAddress } = request;
  const email = normalizeEmail(request.email);
  const existing = await findAccount(db, { email });
  if (existing !== undefined && !isUnclaimed(existing)) return { ok: false, reason: "account-exists" };
  if (!(await isAcceptablePassword(request.password, email, passwordLength.chosenMinimum))) {
    return { ok: false, reason: "common-password" };
  }
  if (existing !== undefined) {
    await requestLink(deps, "reset", request);
    return { ok: true };
  }
  const passwordHash = await passwords.hash(request.password, "anyone");
  const outcome = await rollBackRefusals(db, clientAddress, async (trx) => {
    const [name = email] = email.split("@", 1);
    const hasLongPassword = isLongPassword(request.password);
    const pending = { role: "pending", isConfirmed: false } as const;
    const added = await insertAccount(trx, { name, email, ...pending, passwordHash, hasLongPassword });
    if (added === undefined) {
      // Another sign-up with this address was stored meanwhile, usually because the form was submitted twice. It has sent a link.
      const other = await findAccount(trx, { email });
      const isOwn = other !== undefined && isUnclaimed(other);
      return isOwn ? { ok: true } : { ok: false, reason: "account-exists" };
    }
    const counting = { db: trx, clock, keys };
    const mailbox = normalizeMailbox(email);
    const exceed = (limits: readonly Attempt[]) => findExceeded(counting, limits, clientAddress);
    const ofMailbox = await exceed([
      { limit: "confirmLinksByMailbox", of: mailbox },
      { limit: "linksByMailbox", of: mailbox },
    ]);
    // A mailbox at its limit gets the response of success, because another response would reveal requests of other people.
    if (ofMailbox !== undefined) throw new SignUpRefused({ ok: true }, ofMailbox);
    const ofSite = await exceed(await listSiteLimits(counting, clientAddress));
    if (ofSite !== undefined) throw new SignUpRefused({ ok: false, reason: "too-many" }, ofSite);
    const link = await makeAccountLink(trx, "confirm", email);
    await sendLink(trx, "confirm", link?.id);
    await recordAudit(trx, {
      action: "account-requested",
      actor: { kind: "nobody" },
      subject: `account:${added.id}`,
      clientAddress,
    });
    return { ok: true };
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}

type RequestOutcome = { ok: true } | { ok: false; reason: "account-exists" | "common-password" | "too-many" };

/** Ends a transaction without the account and without the counted attempts, because no email is sent. */
class SignUpRefused extends Error {
  readonly outcome: RequestOutcome;
  readonly limit: AuthenticationLimit;

  constructor(outcome: RequestOutcome, limit: AuthenticationLimit) {
    super("The sign-up is refused.");
    this.outcome = outcome;
    this.limit = limit;
  }
}

/** Requests an account in a transaction. The refusal that rolls it back is recorded afterward. */
async function rollBackRefusals(
  db: RequestLinkDeps["db"],
  clientAddress: string | undefined,
  request: (trx: Transaction<Database>) => Promise<RequestOutcome>,
): Promise<RequestOutcome> {
  try {
    return await db.transaction().execute(request);
  } catch (error) {
    if (!(error instanceof SignUpRefused)) throw error;
    const { limit, outcome } = error;
    await recordUnauthenticatedAction(db, { action: "sign-in-refused", details: { limit }, clientAddress });
    return outcome;
  }
}

/** Counts a sign-up toward limits, until one is exceeded. @returns this one */
async function findExceeded(
  counting: CountingDeps,
  limits: readonly Attempt[],
  clientAddress: string | undefined,
): Promise<AuthenticationLimit | undefined> {
  for (const { limit, of } of limits) {
    if (!(await allowAttempt(counting, limit, clientAddress, of))) return limit;
  }
  return undefined;
}

/** The limits of the site, which leave a part to the first sign-up of each network. */
async function listSiteLimits(counting: CountingDeps, clientAddress: string | undefined): Promise<Attempt[]> {
  const first = { limit: "firstSignUpsByNetwork", of: clientAddress ?? "" } as const;
  const isFirst = (await countAttempts(counting, [first])) === "within";
  const ofSite: Attempt = { limit: "signUpsBySite", of: "site" };
  return isFirst ? [ofSite] : [{ limit: "furtherSignUpsBySite", of: "site" }, ofSite];
}

/** Sends a new confirmation link if the address has an unconfirmed account. The response is the same for other addresses. */
export function resendConfirmation(
  deps: RequestLinkDeps,
  request: { email: string; clientAddress?: string | undefined },
): Promise<void> {
  return requestLink(deps, "confirm", request);
}
