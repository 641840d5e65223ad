import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import type { KeyRing } from "#app/platform/key-ring.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";

/** The header that identifies an email in a report about its delivery. Mail servers return the headers of the email with the report. */
export const bounceKeyHeader = "X-Bounce-Key";

/**
 * Signs the id of an email for the header. Replies and forwarded copies contain the Message-ID, so anyone who has one could otherwise report
 * an address as undeliverable.
 */
export type BounceKeys = {
  issue(emailId: string): string;
  /** @returns the id of the email, or undefined for a forged value */
  read(value: string): string | undefined;
};

export function createBounceKeys(keyRing: KeyRing): BounceKeys {
  const keys = keyRing.keysFor("reports of undelivered email");
  return {
    issue: (emailId) => `${emailId}.${sign(keys[0], emailId)}`,
    read(value) {
      const [emailId = "", signature = ""] = value.trim().split(".");
      if (!isUuid(emailId)) return undefined;
      return keys.some((key) => isEqual(sign(key, emailId), signature)) ? emailId : undefined;
    },
  };
}

/** 132 bits, so that the header fits on a line of 78 characters. */
const signatureLength = 22;

function sign(key: KeyObject, emailId: string): string {
  return createHmac("sha256", key).update(emailId).digest("base64url").slice(0, signatureLength);
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
