import { recordRefusal } from "#app/audit/record-once.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { noteRequestAccount } from "#app/platform/http/request-account.server.ts";
import type { KeyRing } from "#app/platform/key-ring.server.ts";
import { knownDeviceCookie, type RememberDevice } from "#app/identity/devices/known-device.server.ts";
import { createIdentityKeys, type IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import {
  configureBetterAuth,
  hasSessionCookie,
  type LibrarySettings,
  readSessionToken,
  sessionCookieRemoval,
  sessionSecrets,
} from "#app/identity/library/better-auth.server.ts";
import { createPasskeyEndpoints } from "#app/identity/passkeys/passkey-endpoints.server.ts";
import type { PasswordCost } from "#app/identity/passwords/hash-password.server.ts";
import { createPasswords, type Passwords } from "#app/identity/passwords/passwords.server.ts";
import { createStepUp, type StepUp } from "#app/identity/sessions/step-up.server.ts";
import { findSession } from "#app/identity/sessions/find-session.server.ts";
import { createSignIn, type SignInOutcome } from "#app/identity/sessions/sign-in.server.ts";
import { createSingleSignOn, type SingleSignOn } from "#app/identity/single-sign-on/single-sign-on.server.ts";
import type { SignOnSettings } from "#app/identity/single-sign-on/sign-on-settings.ts";
import { createSignOut } from "#app/identity/sessions/sign-out.server.ts";

import {
  type CurrentSession,
  type ForgetSession,
  isWaitingForApproval,
  type RecordRefusal,
} from "#app/identity/sessions/session-access.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";

export type IdentitySettings = Omit<LibrarySettings, "sessionSecrets"> & {
  keyRing: KeyRing;
  /** Whether owners must have a second factor by default (`second-factor-rules.server.ts`). */
  isProduction: boolean;
  clock: Clock;
  outbox: Outbox;
  /** Lower only in tests. */
  passwordCost?: PasswordCost | undefined;
  /** The firm's OpenID Connect provider; undefined if none is configured. */
  signOn?: SignOnSettings | undefined;
};

/** Authenticates staff and manages their sessions. Only this area knows the libraries behind it. */
export type Identity = StepUp & {
  /** Handles the passkey endpoints below `/api/auth`. */
  handle(visitor: Visitor): Promise<Response>;
  currentSession: CurrentSession;
  forgetSession: ForgetSession;
  recordAccessRefusal: RecordRefusal;
  signIn(visitor: Visitor, credentials: { email: string; password: string }): Promise<SignInOutcome>;
  /** Ends the session of this request, if there is one. @returns headers that remove its cookie */
  signOut(visitor: Visitor): Promise<Headers>;
  passwords: Passwords;
  keys: IdentityKeys;
  isProduction: boolean;
  /** Undefined if no provider is configured. */
  singleSignOn: SingleSignOn | undefined;
  /** Returns the Set-Cookie value that gives this browser its own count of attempts for the account. */
  rememberDevice: RememberDevice;
};

export function createIdentity(settings: IdentitySettings): Identity {
  const { db, clock, log, siteUrl, isProduction } = settings;
  const keys = createIdentityKeys(settings.keyRing);
  const passwords = createPasswords(settings.passwordCost);
  const auth = configureBetterAuth({
    ...settings,
    sessionSecrets: sessionSecrets(settings.keyRing),
  });
  const isSecure = siteUrl.startsWith("https:");
  const rememberDevice: RememberDevice = (accountId, level, headers) =>
    knownDeviceCookie(keys, { accountId, level }, headers, isSecure);
  const issuer = settings.signOn?.issuer;
  const deps = { db, clock, log, outbox: settings.outbox, keys, passwords, auth, rememberDevice, issuer };

  const currentSession: CurrentSession = async (headers, use) => {
    // Most requests have no session cookie and need no query.
    if (!hasSessionCookie(headers, siteUrl)) return null;
    const token = await readSessionToken(auth, headers);
    const session =
      token === undefined ? null : await findSession(db, token, { isUse: use !== "quiet", isProduction });
    // Anyone can have an account that waits for approval, so its requests are logged, and limited, like those of visitors.
    if (session !== null && !isWaitingForApproval(session)) noteRequestAccount(session.staff.id);
    return session;
  };

  const forgetSession: ForgetSession = (headers) =>
    new Headers(hasSessionCookie(headers, siteUrl) ? [["set-cookie", sessionCookieRemoval(siteUrl)]] : []);

  const recordAccessRefusal: RecordRefusal = (session, endpoint) =>
    isWaitingForApproval(session)
      ? recordUnauthenticatedAction(db, {
          action: "access-refused",
          // Without the path, because each one would add an entry.
          details: { account: session.staff.id },
          clientAddress: undefined,
        })
      : recordRefusal(db, { actor: session.staff, sessionId: session.id, endpoint });

  const stepUp = createStepUp({ ...deps, currentSession });
  const { raiseSession, stepUpWithProvider } = stepUp;
  const singleSignOn =
    settings.signOn &&
    createSingleSignOn({ ...deps, settings: settings.signOn, siteUrl, currentSession, stepUpWithProvider });

  return {
    handle: createPasskeyEndpoints({ ...deps, siteUrl, currentSession, recordAccessRefusal, raiseSession }),
    currentSession,
    forgetSession,
    recordAccessRefusal,
    signIn: createSignIn({ ...deps, currentSession }),
    signOut: createSignOut({ db, currentSession, forgetSession }),
    ...stepUp,
    singleSignOn,
    passwords,
    keys,
    rememberDevice,
    isProduction,
  };
}
