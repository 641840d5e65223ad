import { passwordLength } from "./password-length.ts";
import { AppError } from "#app/platform/errors.ts";
import { practice } from "#content/practice.ts";

/**
 * Whether a password may be chosen for an account (NIST SP 800-63B-4, section 3.1.1.2).
 * @param minimum a lower minimum is only for a sign-up, which has no role
 * @returns false where it is on the list of common ones, is the account's address or the firm's name, with signs or figures around it
 * or without, or hardly has different characters in it, or only such as follow each other
 * @throws AppError where it is too short or too long, which forms say before
 */
export async function canBeChosen(
  password: string,
  email: string,
  minimum: number = passwordLength.minimum,
): Promise<boolean> {
  const characters = Array.from(password);
  const { length } = characters;
  if (length < minimum || length > passwordLength.maximum) {
    throw new AppError("invalid", "A new password has a length that no form lets through.");
  }
  const words = wordsOf(password);
  if (namesOf(email).some((name) => name !== "" && name === words)) return false;
  if (new Set(characters).size < fewestDifferent || isRun(characters)) return false;
  const common = await commonPasswords();
  return !common.has(password.normalize("NFKC").trim().toLowerCase());
}

const fewestDifferent = 4;

/** “abcdefgh”, “1234567890123”, “987654”. */
function isRun(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, index) => {
    const step = (character.codePointAt(0) ?? 0) - (characters[index]?.codePointAt(0) ?? 0);
    // From nine it goes on to nought.
    return Math.abs(step) === 9 ? -Math.sign(step) : step;
  });
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function namesOf(email: string): string[] {
  const [localPart = ""] = email.split("@", 1);
  const firm = [practice.firmName, practice.advisoryLlc, ...practice.firmNameLines];
  return [email, localPart, ...firm].map(wordsOf);
}

/** Letters alone: “Pinnacle-2026” is no better than “pinnacle”. */
function wordsOf(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}]/gu, "");
}

let list: Promise<ReadonlySet<string>> | undefined;

/** Some 50,000, in lower case. They take a few megabytes, so they are there from the first time that somebody chooses a password. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"]),
  );
  return list;
}
