import { createHmac, type KeyObject } from "node:crypto";
import type { KeyRing } from "#app/platform/key-ring.server.ts";

/** Pseudonyms of people in the audit log. Finding a person requires the address and the program's secret. */
export type PersonKeys = {
  /** The key that new entries use. */
  subjectOf(email: string): string;
  /** Every key that entries about this person can have: one per secret, the current one first. */
  subjectsOf(email: string): readonly string[];
};

export function createPersonKeys(keyRing: KeyRing): PersonKeys {
  const keys = keyRing.keysFor("audit log: persons");
  return {
    subjectOf: (email) => subjectUnder(keys[0], email),
    subjectsOf: (email) => keys.map((key) => subjectUnder(key, email)),
  };
}

function subjectUnder(key: KeyObject, email: string): string {
  const digest = createHmac("sha256", key).update(email.trim().toLowerCase()).digest("base64url");
  return `person:${digest.slice(0, 22)}`;
}
