import { randomUUID } from "node:crypto";
import { verifyRegistrationResponse } from "@simplewebauthn/server";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { type OwnAccount, recordOwnChange } from "#app/identity/account-changes/own-account.server.ts";
import { lockRoles } from "#app/identity/accounts/account-rows.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";

type Response = Parameters<typeof verifyRegistrationResponse>[0]["response"];
type Passkey = NonNullable<Awaited<ReturnType<typeof verifyPasskey>>>;

/** The largest value of the column. */
const maxCounter = 2 ** 31 - 1;

/**
 * Verifies the response to a registration challenge (WebAuthn level 3, section 7.1). The caller has checked that its attestation contains
 * no certificates.
 * @returns undefined if it is invalid
 */
export async function verifyPasskey(siteUrl: string, response: Response, challenge: string) {
  const site = new URL(siteUrl);
  const verification = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.hostname,
    requireUserVerification: true,
    // The library throws for every invalid response, and uses no other service that could fail.
  }).catch(() => undefined);
  const passkey = verification?.registrationInfo;
  return passkey !== undefined && passkey.credential.counter <= maxCounter ? passkey : undefined;
}

/** Stores a verified passkey, records it and notifies its owner in one transaction. The owner's session must still exist. */
export async function storePasskey(
  { db, outbox }: { db: Kysely<Database>; outbox: Pick<Outbox, "put" | "wake"> },
  { account, sessionId }: { account: OwnAccount; sessionId: string },
  { passkey, name }: { passkey: Passkey; name: string | undefined },
): Promise<{ ok: true } | { ok: false; reason: "signed-out" | "conflict" }> {
  const outcome = await db.transaction().execute(async (trx) => {
    // Removing another person's second factor takes the same lock, and then deletes either this passkey or this session.
    await lockRoles(trx);
    const session = await sql`
      select from staff_sessions where id = ${sessionId} and user_id = ${account.id} for share`.execute(trx);
    if (session.rows.length === 0) return { ok: false, reason: "signed-out" } as const;
    const { credential } = passkey;
    const stored = await trx
      .insertInto("staffPasskeys")
      .values({
        id: randomUUID(),
        name: name === undefined || name.trim() === "" ? null : name.trim(),
        publicKey: Buffer.from(credential.publicKey).toString("base64"),
        userId: account.id,
        credentialId: credential.id,
        counter: credential.counter,
        deviceType: passkey.credentialDeviceType,
        backedUp: passkey.credentialBackedUp,
        transports: credential.transports?.join(",") ?? "",
        aaguid: passkey.aaguid,
      })
      .onConflict((conflict) => conflict.column("credentialId").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (stored === undefined) return { ok: false, reason: "conflict" } as const;
    await recordOwnChange(trx, outbox, account, "passkey-added");
    return { ok: true } as const;
  });
  if (outcome.ok) outbox.wake();
  return outcome;
}
