import { createHash } from "node:crypto";
import { findCookies } from "#app/platform/http/cookies.ts";
import type { DeviceLevel, IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";

type Keys = Pick<IdentityKeys, "deviceToken" | "readDeviceToken">;

const name = "practice.device";
/** The passkey endpoints are below `/api`, and the sign-in screens below `/auth`. */
const path = "/";
const rememberDays = 365;

/**
 * A browser that has signed in to an account. It only has a separate count of attempts, so that strangers cannot lock out the owner
 * (OWASP, “Device cookies”).
 */
export type KnownDevice = {
  accountId: string;
  /** Codes have a separate count only after a code was verified, because a stolen password must not make a browser known. */
  level: DeviceLevel;
};

/**
 * Returns the cookie of a known browser. An existing cookie of the same level is kept, because a new one could start a new count.
 * @param headers of the request
 */
export function knownDeviceCookie(
  keys: Keys,
  { accountId, level }: KnownDevice,
  headers: Headers,
  isSecure: boolean,
): string {
  const value =
    readKnownDevice(keys, { accountId, level }, headers)?.token ?? keys.deviceToken(accountId, level);
  return `${name}=${value}; Max-Age=${rememberDays * 86_400}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** Whether a browser presents a known-device cookie for any account. */
export function hasDeviceCookie(headers: Headers): boolean {
  return readTokens(headers).length > 0;
}

/** Limits the attempts from known browsers of one account, because each sign-in without the cookie issues another token. */
const maxDeviceCounts = 5;

/**
 * Reads the known-device cookie. All tokens of an account share at most `maxDeviceCounts` counts.
 * @returns the token and the name under which attempts are counted; undefined if the browser is not known for the account at that level
 */
export function readKnownDevice(
  keys: Keys,
  { accountId, level }: KnownDevice,
  headers: Headers,
): { token: string; countKey: string } | undefined {
  const token = readTokens(headers).find((candidate) => {
    const known = keys.readDeviceToken(accountId, candidate);
    return known === "code" || known === level;
  });
  return token === undefined ? undefined : { token, countKey: deviceCountKey(accountId, token) };
}

/** A browser can send two cookies, because earlier releases set the cookie for another path. */
function readTokens(headers: Headers): string[] {
  return findCookies(headers.get("cookie"), name).slice(0, 2);
}

/** Assigns a token to one of the counts of its account. */
export function deviceCountKey(accountId: string, token: string): string {
  const count = createHash("sha256").update(token).digest().readUInt32BE() % maxDeviceCounts;
  return `${accountId} ${count}`;
}

/** Returns the Set-Cookie value that makes a browser known. @param headers of the request */
export type RememberDevice = (accountId: string, level: DeviceLevel, headers: Headers) => string;
