import { recordRefusal } from "#app/audit/record-once.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { noteRequestAccount } from "#app/platform/request-account.server.ts";
import type { KeyRing } from "#app/platform/key-ring.server.ts";
import { knownDeviceCookie, type RememberDevice } from "#app/identity/devices/known-device.server.ts";
import { createIdentityKeys, type IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import {
  configureBetterAuth,
  hasSessionCookie,
  type LibrarySettings,
  sessionCookieRemovals,
  sessionSecrets,
} from "#app/identity/library/better-auth.server.ts";
import { noteNewPasskey } from "#app/identity/account-changes/record-new-passkey.server.ts";
import { createPasskeyDoor } from "#app/identity/passkeys/passkey-endpoints.server.ts";
import type { PasswordCost } from "#app/identity/passwords/hash-password.server.ts";
import { createPasswords, type Passwords } from "#app/identity/passwords/passwords.server.ts";
import { createProofs, type ProofOutcome } from "#app/identity/sessions/step-up.server.ts";
import { findSession, type StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { createSignIn, type SignInOutcome } from "#app/identity/sessions/sign-in.server.ts";
import { createSignOut } from "#app/identity/sessions/sign-out.server.ts";

export type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
export type { Staff } from "#app/identity/accounts/staff.ts";

/**
 * Who wants to sign in or out: the request, and the address that the server found for it. Limits on guessing count by the
 * address, so it never comes from a header that the visitor wrote.
 */
export type Visitor = { request: Request; clientAddress: string };

export type IdentitySettings = Omit<LibrarySettings, "passwords" | "noteNewPasskey" | "sessionSecrets"> & {
  keyRing: KeyRing;
  /** Whether owners must have a second factor by default (`second-factor-rules.server.ts`). */
  isProduction: boolean;
  clock: Clock;
  outbox: Outbox;
  /** What hashing a password costs; less only in tests. */
  passwordCost?: PasswordCost | undefined;
};

/** Signs staff in and out and knows who is asking. What it is made of is known to this folder alone. */
export type Identity = {
  /** Answers the passkey endpoints below `/api/auth`, and no others. */
  handle(visitor: Visitor): Promise<Response>;
  /**
   * Who is asking, or null. Read from the database at each call.
   * @param use `quiet`: a page asks by itself, which keeps no session alive
   */
  currentSession(headers: Headers, use?: "quiet"): Promise<StaffSession | null>;
  /** What removes the cookie of a session that is none; no headers where the request brought none. */
  forgetSession(headers: Headers): Headers;
  /** Keeps on record that somebody came to a door that their role does not open. @param door its address, without secrets */
  noteRefusal(session: StaffSession, door: string): Promise<void>;
  signIn(visitor: Visitor, credentials: { email: string; password: string }): Promise<SignInOutcome>;
  /** Ends the session of this request, if there is one. @returns headers that remove its cookie */
  signOut(visitor: Visitor): Promise<Headers>;
  provePassword(visitor: Visitor, password: string): Promise<ProofOutcome>;
  /** @param code from the authenticator app, or one of the recovery codes */
  proveCode(visitor: Visitor, code: string): Promise<ProofOutcome>;
  /** Gives the session another token, of the second level: its second factor was shown a moment ago. @returns its cookie */
  raiseSession(visitor: Visitor): Promise<Headers>;
  /** Gives the session another token, as sure as before: after a change that its old one must not outlive. @returns its cookie */
  renewSession(visitor: Visitor): Promise<Headers>;
  passwords: Passwords;
  keys: IdentityKeys;
  isProduction: boolean;
  /** The Set-Cookie value after which guesses of strangers at this account do not count for this browser. */
  rememberDevice: RememberDevice;
};

export function createIdentity(settings: IdentitySettings): Identity {
  const { db, clock, log, siteUrl, isProduction } = settings;
  const keys = createIdentityKeys(settings.keyRing);
  const passwords = createPasswords(settings.passwordCost);
  const auth = configureBetterAuth({
    ...settings,
    passwords,
    sessionSecrets: sessionSecrets(settings.keyRing),
    noteNewPasskey: (passkey) => noteNewPasskey(settings, passkey),
  });
  const isSecure = siteUrl.startsWith("https:");
  const rememberDevice: RememberDevice = (accountId, level, headers) =>
    knownDeviceCookie(keys, { accountId, level }, headers, isSecure);
  const deps = { db, clock, log, outbox: settings.outbox, siteUrl, keys, passwords, auth, rememberDevice };

  const currentSession: Identity["currentSession"] = async (headers, use) => {
    // Most requests have none, and need not ask.
    if (!hasSessionCookie(headers)) return null;
    const token = await auth.api.readSessionToken({ headers });
    const session =
      token === undefined ? null : await findSession(db, token, { isUse: use !== "quiet", isProduction });
    if (session !== null) noteRequestAccount(session.staff.id);
    return session;
  };

  const forgetSession: Identity["forgetSession"] = (headers) =>
    new Headers(
      hasSessionCookie(headers) ? sessionCookieRemovals(siteUrl).map((cookie) => ["set-cookie", cookie]) : [],
    );

  const noteRefusal: Identity["noteRefusal"] = ({ id, staff }, door) =>
    recordRefusal(db, { actor: staff, sessionId: id, door });

  return {
    handle: createPasskeyDoor({ ...deps, currentSession, noteRefusal }),
    currentSession,
    forgetSession,
    noteRefusal,
    signIn: createSignIn({ ...deps, currentSession }),
    signOut: createSignOut({ db, currentSession, forgetSession }),
    ...createProofs({ ...deps, currentSession }),
    passwords,
    keys,
    rememberDevice,
    isProduction,
  };
}
