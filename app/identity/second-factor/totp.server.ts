import { Secret, TOTP } from "otpauth";
import { practice } from "#content/practice.ts";

// RFC 6238 with what every authenticator app takes for granted: SHA-1, six digits, half a minute. Some ignore anything else.
const digits = 6;
const periodSeconds = 30;
/** As long as the digest, as RFC 4226 section 4 recommends. */
const secretBytes = 20;
/** A code of the half minute before or after is taken too: for clocks that are off, and for slow fingers. */
const window = 1;

/** A new secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** The address that apps read from the QR code: it holds the secret. */
export function authenticatorUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/** A code as apps show it, perhaps with a space in its middle. @returns undefined where it can be none */
export function readTotpCode(typed: string): string | undefined {
  const code = typed.replace(/\s/g, "");
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

/**
 * Which half minute a code is of, counted from 1970.
 * @returns undefined where it is of none that is taken at this moment
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const distance = totp.validate({ token: code, timestamp, window });
  return distance === null ? undefined : totp.counter({ timestamp }) + distance;
}

function totpOf(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: practice.firmName,
    label,
    algorithm: "SHA1",
    digits,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}
