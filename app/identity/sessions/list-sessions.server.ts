import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import { idleMinutes } from "./find-session.server.ts";

/** A session as its owner sees it. */
export type ListedSession = {
  id: string;
  /** "Chrome on macOS" */
  device: string;
  /** The address that it began from. */
  address: string | null;
  /** Whether a second factor, or a passkey, was shown in it. */
  hasSecondFactor: boolean;
  startedAt: Date;
  lastUsedAt: Date;
  /** Whether it is the one that asks. */
  isCurrent: boolean;
};

/** Far more than anybody has; every session ends within hours. */
const mostListed = 100;

/** The sessions of an account that are not over: the one that asks first, then those that were used last. */
export async function listSessions(
  db: Kysely<Database>,
  accountId: string,
  currentId: string,
): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom("staffSessions")
    .select(["id", "userAgent", "ipAddress", "assurance", "createdAt", "lastUsedAt"])
    .where("userId", "=", accountId)
    .where("expiresAt", ">", sql<Date>`now()`)
    .where("lastUsedAt", ">", sql<Date>`now() - make_interval(mins => ${idleMinutes})`)
    .orderBy(sql`id = ${currentId}`, "desc")
    .orderBy("lastUsedAt", "desc")
    .orderBy("id")
    .limit(mostListed)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    address: row.ipAddress,
    hasSecondFactor: row.assurance === "aal2",
    startedAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    isCurrent: row.id === currentId,
  }));
}
