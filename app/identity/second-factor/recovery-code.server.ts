import { randomBytes } from "node:crypto";

export const recoveryCodeCount = 10;

/** Crockford’s Base32 has no letters that look like digits, and no U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Five bits each, so 60 bits: too many to guess. */
const codeLength = 12;
const groups = /.{4}/g;
const pattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

export function newRecoveryCode(): string {
  // 256 is a multiple of 32, so every character is equally likely.
  return Array.from(randomBytes(codeLength), (byte) => alphabet.charAt(byte % alphabet.length)).join("");
}

/** Formats a recovery code for display, such as `7K3M-Q9TX-2VHD`. */
export function formatRecoveryCode(code: string): string {
  return code.match(groups)?.join("-") ?? code;
}

/**
 * Normalizes a typed recovery code: lower case, spaces, and letters that look like digits.
 * @returns undefined if it cannot be a recovery code
 */
export function readRecoveryCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return pattern.test(code) ? code : undefined;
}
