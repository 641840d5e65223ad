import { createHmac } from "node:crypto";
import { deriveKey } from "#app/platform/derive-key.server.ts";

/** Names of persons in the audit log: found again by whoever knows the address and has the program's secret, readable by nobody. */
export type PersonKeys = { subjectOf(email: string): string };

/** @param secret of the program */
export function createPersonKeys(secret: string): PersonKeys {
  const key = deriveKey(secret, "audit log: persons");
  return {
    subjectOf: (email) =>
      `person:${createHmac("sha256", key).update(email.trim().toLowerCase()).digest("base64url").slice(0, 22)}`,
  };
}
