import { type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { verifyPassword as verifyScrypt } from "better-auth/crypto";
import { argon2id } from "./argon2.server.ts";

/** The work that each password attempt requires. */
export type PasswordCost = {
  memoryKiB: number;
  passes: number;
  /** How long the queue pauses after a wrong password from an unknown device, in milliseconds. */
  pauseAfterWrongMs: number;
};

/**
 * 46 MiB of memory, one pass: the first of the settings for Argon2id that OWASP's Password Storage Cheat Sheet lists as equivalent (2025).
 * `npm run bench` prints the time. The pause limits guessing from many addresses to about seven attempts a second.
 */
export const passwordCost: PasswordCost = { memoryKiB: 47_104, passes: 1, pauseAfterWrongMs: 100 };

const lanes = 1;
const saltBytes = 16;
const hashBytes = 32;

/** @returns the hash and its parameters as a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export async function hashPassword(password: string, cost = passwordCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await argon2id({
    message: normalize(password),
    nonce: salt,
    parallelism: lanes,
    tagLength: hashBytes,
    memory: cost.memoryKiB,
    passes: cost.passes,
  });
  return `${formatPrefix(cost)}${base64(salt)}$${base64(hash)}`;
}

/** Whether a password matches a hash. An invalid hash matches no password. */
export async function verifyPassword(hash: string, password: string): Promise<boolean> {
  const known = readHash(hash);
  if (known === undefined) return scryptHash.test(hash) && verifyScrypt({ hash, password });
  const derived = await argon2id({ ...known.parameters, message: normalize(password) });
  return timingSafeEqual(derived, known.hash);
}

/** Whether a hash has an outdated algorithm or cost. It is replaced at the next sign-in. */
export function isOutdatedHash(hash: string, cost = passwordCost): boolean {
  return !hash.startsWith(formatPrefix(cost));
}

function formatPrefix({ memoryKiB, passes }: PasswordCost): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${lanes}$`;
}

/** The library's default format, scrypt, in which passwords were stored until November 2026. */
const scryptHash = /^[0-9a-f]{32}:[0-9a-f]{128}$/;

const argon2Hash = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{22})\$([\w+/]{43})$/;

function readHash(text: string): { parameters: Omit<Argon2Parameters, "message">; hash: Buffer } | undefined {
  const [, memory, times, parallelism, salt, hash] = argon2Hash.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  return {
    parameters: {
      nonce: Buffer.from(salt, "base64"),
      parallelism: Number(parallelism),
      tagLength: hashBytes,
      memory: Number(memory),
      passes: Number(times),
    },
    hash: Buffer.from(hash, "base64"),
  };
}

/** Normalizes characters that keyboards encode in different ways (NIST SP 800-63B-4, section 3.1.1.2). */
function normalize(password: string): string {
  return password.normalize("NFKC");
}

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
