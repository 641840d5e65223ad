import type { Kysely } from "kysely";
import { Secret, TOTP } from "otpauth";
import type { Database } from "#app/data/schema/database.ts";

/** Stores a passkey of an account. Without a public key, no one can sign in with it. */
export async function addPasskey(
  db: Kysely<Database>,
  accountId: string,
  facts: { id?: string; credentialId?: string; publicKey?: string; createdAt?: Date } = {},
): Promise<void> {
  const {
    id = "a passkey",
    credentialId = `credential ${id}`,
    publicKey = "a public key",
    createdAt,
  } = facts;
  await db
    .insertInto("staffPasskeys")
    .values({
      id,
      userId: accountId,
      name: null,
      publicKey,
      credentialId,
      counter: 0,
      deviceType: "multiDevice",
      backedUp: true,
      transports: null,
      aaguid: null,
      ...(createdAt && { createdAt }),
    })
    .execute();
}

/** The code of an authenticator app. */
export function generateCode(key: string, at = new Date()): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: at.getTime() });
}

/** The key of an authenticator in a page, as a person would type it into the app. */
export function readAuthenticatorKey(html: string): string {
  return /<code[^>]*>([A-Z2-7 ]{39})<\/code>/.exec(html)?.[1]?.replaceAll(" ", "") ?? "";
}

/** The cookies that a response sets, as the next request sends them. */
export function readCookies(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0] ?? "")
    .join("; ");
}
