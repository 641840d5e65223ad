import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from "node:crypto";
import type { PurposeKeys } from "./key-ring.server.ts";

/** Encrypts secrets for storage in the database. */
export type Sealing = {
  /** @param owner the row that the value belongs to, such as an account; a sealed value can be opened only for its own row */
  seal(owner: string, text: string): string;
  /** @returns undefined if the value was altered or was sealed for another owner or with an unknown key */
  open(owner: string, sealed: string): Unsealed | undefined;
  /** Prefix of values sealed with the current key. */
  currentSealPrefix: string;
};

/** `isCurrent` means sealed with the current key. Otherwise the caller reseals the value so that the previous secret can be removed. */
export type Unsealed = { text: string; isCurrent: boolean };

/** Nonce length for AES-GCM (NIST SP 800-38D). */
const nonceBytes = 12;
const tagBytes = 16;

/** @param keys the current key seals; every key can open */
export function createSealing(keys: PurposeKeys): Sealing {
  const named = keys.map((key) => ({ key, prefix: idOf(key) }));
  const currentSealPrefix = idOf(keys[0]);
  return {
    currentSealPrefix,
    seal: (owner, text) => currentSealPrefix + encrypt(keys[0], owner, text),
    open(owner, sealed) {
      for (const { key, prefix } of named) {
        if (!sealed.startsWith(prefix)) continue;
        const text = decrypt(key, owner, sealed.slice(prefix.length));
        if (text !== undefined) return { text, isCurrent: prefix === currentSealPrefix };
      }
      // The previous release wrote no key ID.
      const texts = keys.map((key) => decrypt(key, owner, sealed));
      const text = texts.find((found) => found !== undefined);
      return text === undefined ? undefined : { text, isCurrent: false };
    },
  };
}

/** Identifies a key without revealing anything about it. */
function idOf(key: KeyObject): string {
  return createHash("sha256").update("key id").update(key.export()).digest("base64url").slice(0, 8);
}

function encrypt(key: KeyObject, owner: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

function decrypt(key: KeyObject, owner: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([opened, decipher.final()]).toString("utf8");
  } catch {
    // The authentication tag does not match.
    return undefined;
  }
}
