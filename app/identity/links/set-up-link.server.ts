import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token of the one-time set-up link. It follows from the secret, so every server process of an installation prints
 * the same one and nothing has to be stored; it works once because it is only accepted while there is no owner, and the
 * last owner cannot be removed.
 */
export function setUpToken(secret: string): string {
  return createHmac("sha256", secret).update("set-up link of the first owner").digest("base64url");
}

/** Whether a token from an address is the right one, in constant time. */
export function isSetUpToken(secret: string, token: string): boolean {
  const expected = Buffer.from(setUpToken(secret));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
