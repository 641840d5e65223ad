import { passwordLength } from "./password-length.ts";
import { AppError } from "#app/platform/errors.ts";
import { practice } from "#content/practice.ts";

/**
 * Whether a new password is acceptable (NIST SP 800-63B-4, section 3.1.1.2).
 * @param minimum lower only for a sign-up, which has no role
 * @returns false for a common password, the account's address or the firm's name (all ignoring digits and symbols), too few different
 * characters, or a sequence such as “abcdefgh”
 * @throws AppError if the length is invalid, which forms reject before
 */
export async function isAcceptablePassword(
  password: string,
  email: string,
  minimum: number = passwordLength.minimum,
): Promise<boolean> {
  const characters = Array.from(password);
  const { length } = characters;
  if (length < minimum || length > passwordLength.maximum) {
    throw new AppError("invalid", "The length of the new password is invalid.");
  }
  const letters = keepLetters(password);
  if (listObviousNames(email).some((name) => name !== "" && name === letters)) return false;
  if (new Set(characters).size < minDifferentCharacters || isSequence(characters)) return false;
  const common = await commonPasswords();
  if (letters.length >= minCommonLetters && common.has(letters)) return false;
  return !common.has(password.normalize("NFKC").trim().toLowerCase());
}

/** Fewer letters say little about a password of digits and symbols. */
const minCommonLetters = 4;

const minDifferentCharacters = 4;

/** “abcdefgh”, “1234567890123”, “987654”. */
function isSequence(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0);
    // On a keyboard, 0 follows 9.
    return Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function listObviousNames(email: string): string[] {
  const [localPart = ""] = email.split("@", 1);
  const firm = [practice.firmName, practice.advisoryLlc, ...practice.firmNameLines];
  return [email, localPart, ...firm].map(keepLetters);
}

/** Drops digits and symbols, because “Pinnacle-2026” is no stronger than “pinnacle”. */
function keepLetters(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, "");
}

let list: Promise<ReadonlySet<string>> | undefined;

/** About 50,000 passwords in lower case. They take a few megabytes, so they are loaded on first use. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return list;
}
