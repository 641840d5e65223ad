import { practice } from "#content/practice.ts";

/** Where security researchers look for a contact (RFC 9116). */
export const securityTextPath = "/.well-known/security.txt";

const validDays = 180;

/** The contact file. It is composed for each request, so it never expires while the server runs. @param siteUrl without a slash at the end */
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
