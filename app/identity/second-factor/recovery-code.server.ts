import { randomBytes } from "node:crypto";

/** How many recovery codes there are at once. */
export const recoveryCodeCount = 10;

/** Crockford's base 32: no letter that looks like a digit, and no U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Of five bits each: 60 bits, far more than anybody could try. */
const codeLength = 12;
const groups = /.{4}/g;
const written = new RegExp(`^[${alphabet}]{${codeLength}}$`);

/** A new recovery code. */
export function newRecoveryCode(): string {
  // 256 is a multiple of 32: each sign is as likely as any other.
  return Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** A recovery code as people see it: `7K3M-Q9TX-2VHD`. */
export function showRecoveryCode(code: string): string {
  return code.match(groups)?.join("-") ?? code;
}

/**
 * A recovery code as it is compared: however it was typed, with small letters, with spaces, with the letter O for a nought.
 * @returns undefined where it can be none
 */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return written.test(code) ? code : undefined;
}
