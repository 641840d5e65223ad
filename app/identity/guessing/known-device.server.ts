import type { IdentityKeys } from "#app/identity/keys/identity-keys.server.ts";

type Keys = Pick<IdentityKeys, "deviceToken" | "isDeviceToken">;

/** Sent to the screens of getting in alone. */
const name = "practice.device";
const path = "/auth";
const rememberDays = 365;

/**
 * A cookie by which a browser is known that an account was signed in from it. All that it gives is a count of tries of its own, so
 * that a stranger who guesses at the account does not keep its owner out (OWASP, “Device cookies”).
 */
export function knownDeviceCookie(keys: Keys, accountId: string, isSecure: boolean): string {
  const value = keys.deviceToken(accountId);
  return `${name}=${value}; Max-Age=${rememberDays * 86_400}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}

/** The part of the cookie by which this browser's tries are counted, or undefined where it is not known for the account. */
export function knownDeviceOf(keys: Keys, accountId: string, headers: Headers): string | undefined {
  const pairs = (headers.get("cookie") ?? "").split(/; */);
  const token = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  return token !== undefined && keys.isDeviceToken(accountId, token) ? token : undefined;
}
