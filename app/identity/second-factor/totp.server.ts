import { Secret, TOTP } from "otpauth";
import { practice } from "#content/practice.ts";

// RFC 6238 with the defaults of authenticator apps, some of which ignore other parameters.
const digits = 6;
const periodSeconds = 30;
/** The length of the digest, as RFC 4226 section 4 recommends. */
const secretBytes = 20;
/** Also accepts the previous and the next code, for inaccurate clocks and slow typing. */
const window = 1;

/** Creates a secret for an authenticator app, in Base32. */
export function newSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the URI that apps read from the QR code. It contains the secret. */
export function authenticatorUri(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/** Parses a typed code, which may contain spaces. @returns undefined if it cannot be a code */
export function readTotpCode(typed: string): string | undefined {
  const code = typed.replace(/\s/g, "");
  return /^[0-9]{6}$/.test(code) ? code : undefined;
}

/**
 * Returns the time step of a code: the number of 30-second periods since 1970.
 * @returns undefined if the code is not valid now
 */
export function findTimeStep(secret: string, code: string, now: Date): number | undefined {
  const totp = createTotp(secret);
  const timestamp = now.getTime();
  const distance = totp.validate({ token: code, timestamp, window });
  return distance === null ? undefined : totp.counter({ timestamp }) + distance;
}

function createTotp(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer: practice.firmName,
    label,
    algorithm: "SHA1",
    digits,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}
