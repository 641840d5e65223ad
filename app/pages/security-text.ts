import { practice } from "#content/practice.ts";

/** Path at which security researchers look for a contact (RFC 9116). */
export const securityTextPath = "/.well-known/security.txt";

const validDays = 180;

/**
 * Builds the contact file. Each request generates it again, so it never expires while the server runs.
 * @param siteUrl without a trailing slash
 */
export function securityText(siteUrl: string, now: Date): string {
  const day = now.toISOString().slice(0, "YYYY-MM-DD".length);
  const expires = new Date(Date.parse(day) + validDays * 86_400_000);
  return [
    `Contact: mailto:${practice.email}`,
    `Contact: tel:${practice.phone.dial}`,
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    "Preferred-Languages: en",
    `Canonical: ${siteUrl}${securityTextPath}`,
    "",
  ].join("\n");
}
