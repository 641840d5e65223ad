import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { testKeyRing } from "./test-settings.ts";

/** A stand-in for password hashing, which takes about 50 ms and has its own tests. */
export const quickPasswords = {
  hash: (password: string) => Promise.resolve(`quick:${password}`),
  verify: (hash: string, password: string) => Promise.resolve(hash === `quick:${password}`),
};

/** A password that meets the requirements. */
export const goodPassword = "limestone in the rain";

/** The dependencies of the account commands, and queries for their results. */
export function accountCommands(db: Kysely<Database>) {
  const keys = createIdentityKeys(testKeyRing);
  const clock = { now: () => new Date() };
  const deps = { db, clock, keys, passwords: quickPasswords, outbox: createOutbox(() => undefined) };
  return {
    deps,
    /** Adds an account with a confirmed address, as the command line does. */
    async add(email: string, role: Role = "staff"): Promise<{ id: string; email: string }> {
      const actor = { kind: "shell" } as const;
      const account = { name: `Name of ${email}`, email, password: goodPassword, role, actor };
      const added = await addAccount(deps, account);
      if (!added.ok) throw new Error(`${email} could not be added: ${added.reason}`);
      return { id: added.id, email };
    },
    /** Returns the token of the newest link. */
    async token(kind: "confirm" | "reset" | "invite", email?: string): Promise<string> {
      const { id } = await db
        .selectFrom("staffLinks")
        .select("id")
        .where("kind", "=", kind)
        .where((eb) => (email === undefined ? eb.lit(true) : eb("email", "=", email)))
        .orderBy("createdAt", "desc")
        .orderBy("expiresAt", "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      return keys.linkToken(kind, id);
    },
    /** Returns the kind and recipient of each queued email, in order. */
    async queuedEmails(): Promise<string[]> {
      const rows = await db
        .selectFrom("letters")
        .select(["kind", "recipient"])
        .orderBy("createdAt")
        .orderBy("kind")
        .orderBy("recipient")
        .execute();
      return rows.map(({ kind, recipient }) => `${kind} to ${recipient}`);
    },
    /** Returns the audit events, in order. */
    async auditEvents() {
      return db
        .selectFrom("auditEvents")
        .select(["action", "actorKind", "actorEmail", "subject", "details", "clientAddress"])
        .orderBy("id")
        .execute();
    },
    /** Makes all links expire. */
    async expireLinks(): Promise<void> {
      await db
        .updateTable("staffLinks")
        .set({ expiresAt: new Date(Date.now() - 1_000) })
        .execute();
    },
  };
}
