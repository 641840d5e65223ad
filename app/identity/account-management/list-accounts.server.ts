import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { isRole, type Role } from "#app/identity/accounts/staff.ts";

/** An account, as the command line lists it. */
export type ListedAccount = {
  email: string;
  name: string;
  role: Role;
  roleEndsAt: Date | null;
  isConfirmed: boolean;
};

/** Lists accounts, oldest first. Pending ones come last, so that sign-ups by strangers cannot push others off the list. */
export async function listAccounts(db: Kysely<Database>): Promise<ListedAccount[]> {
  const rows = await db
    .selectFrom("staffUsers")
    .select(["email", "name", "role", "roleEndsAt", "emailVerified as isConfirmed"])
    .orderBy(({ eb }) => eb("role", "=", "pending"))
    .orderBy("createdAt")
    .orderBy("id")
    .limit(1_000)
    .execute();
  return rows.map((row) => ({ ...row, role: isRole(row.role) ? row.role : "pending" }));
}
