import { findStartPage } from "#app/identity/preferences/staff-preferences.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import { findPasswordHash } from "#app/identity/accounts/account-rows.server.ts";
import { isConnected } from "#app/identity/connections/connections.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import { findDigests } from "#app/people/digests/digest-choices.server.ts";
import { listPasskeys } from "#app/identity/passkeys/passkeys.server.ts";
import { getSecondFactor } from "#app/identity/second-factor/authenticator.server.ts";
import { listSessions } from "#app/identity/sessions/list-sessions.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";

/** Loads the data of the account page. */
export async function loadAccount(
  {
    db,
    clock,
    siteUrl,
    identity,
  }: {
    db: Parameters<typeof listPasskeys>[0];
    clock: Clock;
    siteUrl: string;
    identity: Pick<Identity, "singleSignOn">;
  },
  session: StaffSession,
) {
  const { staff } = session;
  const now = clock.now();
  const moment = (at: Date): Moment => describeMoment(at, now, practice.timeZone);
  const issuer = identity.singleSignOn?.issuer;
  const [secondFactor, passkeys, sessions, hash, isConnectedToProvider] = await Promise.all([
    getSecondFactor(db, staff.id),
    listPasskeys(db, staff.id),
    listSessions(db, staff.id, session.id),
    findPasswordHash(db, staff.id),
    isConnected(db, issuer, staff.id),
  ]);
  return {
    staff,
    startPage: await findStartPage(db, staff.id),
    /** Undefined for an account that does not follow up on people. */
    digests: canFollowUp(staff) ? await findDigests(db, staff.id) : undefined,
    hasRecentAuthentication: session.hasRecentAuthentication,
    hasUnverifiedPasskey: session.hasUnverifiedPasskey,
    hasPassword: hash !== undefined,
    /** Undefined without a provider. */
    signOn:
      issuer === undefined
        ? undefined
        : isConnectedToProvider
          ? ("connected" as const)
          : ("available" as const),
    secondFactor: {
      since: secondFactor.since === null ? null : moment(secondFactor.since),
      recoveryCodesLeft: secondFactor.recoveryCodesLeft,
    },
    passkeys: passkeys.map(({ createdAt, ...passkey }) => ({
      ...passkey,
      created: createdAt === null ? null : moment(createdAt),
    })),
    sessions: sessions.map(({ startedAt, lastUsedAt, ...shown }) => ({
      ...shown,
      started: moment(startedAt),
      lastUsed: moment(lastUsedAt),
    })),
    /** The host that passkeys are tied to. */
    passkeyHost: new URL(siteUrl).hostname,
  };
}

export type AccountView = Awaited<ReturnType<typeof loadAccount>>;
