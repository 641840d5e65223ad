import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import { isLiveSession } from "./live-session.server.ts";

export type ListedSession = {
  id: string;
  /** "Chrome on macOS" */
  device: string;
  /** The address at sign-in. */
  address: string | null;
  /** Whether a second factor or a passkey was verified. */
  hasSecondFactor: boolean;
  startedAt: Date;
  lastUsedAt: Date;
  /** Whether it is the session of the request. */
  isCurrent: boolean;
};

/** Far more than any account has, because sessions end within hours. */
const maxListed = 100;

/** Lists the valid sessions of an account: the current one first, then by last use. */
export async function listSessions(
  db: Kysely<Database>,
  accountId: string,
  currentId: string,
): Promise<ListedSession[]> {
  const rows = await db
    .selectFrom("staffSessions")
    .select(["id", "userAgent", "ipAddress", "assurance", "createdAt", "lastUsedAt"])
    .where("userId", "=", accountId)
    .where(isLiveSession("staffSessions"))
    .orderBy(sql`id = ${currentId}`, "desc")
    .orderBy("lastUsedAt", "desc")
    .orderBy("id")
    .limit(maxListed)
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
