import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { StartPage } from "#app/data/schema/staff.ts";
import { hasCurrentRole } from "#app/identity/accounts/account-rows.server.ts";

export type { StartPage };

/** The pages that an account can choose to begin with. */
export const startPages = ["dashboard", "today"] as const satisfies readonly StartPage[];

/** The page that an account begins with: the record for an examiner, and the chosen one for others. */
export async function findStartPage(db: Kysely<Database>, userId: string): Promise<StartPage | "record"> {
  const stored = await db
    .selectFrom("staffUsers as account")
    .leftJoin("staffPreferences as preference", "preference.userId", "account.id")
    .select(["preference.startPage", "account.role"])
    .select(hasCurrentRole.as("isCurrent"))
    .where("account.id", "=", userId)
    .executeTakeFirst();
  if (stored?.role === "examiner" && stored.isCurrent) return "record";
  return stored?.startPage ?? "dashboard";
}

export async function saveStartPage(
  db: Kysely<Database>,
  userId: string,
  startPage: StartPage,
): Promise<void> {
  await db
    .insertInto("staffPreferences")
    .values({ userId, startPage })
    .onConflict((conflict) => conflict.column("userId").doUpdateSet({ startPage }))
    .execute();
}

/** Views of Today less than this apart belong to the same visit. */
const visitGap = "30 minutes";

/** @property todaySeenBefore when the visit before this one ended; null at the first visit
 * @property todayShowsMine whether the member has chosen to see only their own people and those without an owner */
type TodayView = { todaySeenBefore: Date | null; todayShowsMine: boolean };

/**
 * Records that a staff member looks at Today.
 * @param chosen whether the member wants to see only their own people and those without an owner; undefined if nothing was chosen
 */
export async function recordTodayView(
  db: Kysely<Database>,
  userId: string,
  { now, chosen }: { now: Date; chosen?: boolean | undefined },
): Promise<TodayView> {
  const { rows } = await sql<TodayView>`
    insert into staff_preferences as stored (user_id, today_seen_at, today_shows_mine)
    values (${userId}, ${now}, coalesce(${chosen}::boolean, false))
    on conflict (user_id) do update set
      today_shows_mine = coalesce(${chosen}::boolean, stored.today_shows_mine),
      today_seen_at = excluded.today_seen_at,
      today_seen_before = case
        when stored.today_seen_at < excluded.today_seen_at - ${visitGap}::interval then stored.today_seen_at
        else stored.today_seen_before
      end
    returning today_seen_before, today_shows_mine`.execute(db);
  return rows[0] ?? { todaySeenBefore: null, todayShowsMine: false };
}
