import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { type DayRange, inDays } from "#app/data/lists/days.server.ts";

/** Who had access, a colleague by email address or a network address, and in which days. */
export type Access = { actor: { account: string } | { network: string }; days: DayRange };

/** Entries about one person, whom the log names by a digest (`person-keys.server.ts`). */
export type AccessedPerson = { subject: string; isExported: boolean; firstAt: Date; lastAt: Date };

/** Views and exports of many people, whose entries do not name them. */
export type AccessedLists = {
  viewed: number;
  exported: number;
  firstAt: Date | null;
  lastAt: Date | null;
  /** Digests of people whose records were erased after the first of them. */
  erasedSince: string[];
};

/** Lists without people. An unknown list counts as one with people. */
const listsWithoutPeople = [
  "claims",
  "events",
  "incidents",
  "source-funnel",
  "source-report",
  "source-weeks",
  "sources",
  "tracking",
] as const;

/** The people whose record or emails were viewed, changed or exported. */
export async function listAccessedPeople(db: Kysely<Database>, access: Access): Promise<AccessedPerson[]> {
  const { rows } = await sql<AccessedPerson>`
    select subject, bool_or(action = 'person-exported') as is_exported, min(at) as first_at, max(at) as last_at
    from audit_events where subject like 'person:%' and ${isAccess(access)}
    group by subject`.execute(db);
  return rows;
}

/** Besides exports of lists: people of an incident, people who were sent to another system, and the emails in a download of the record. */
const isAccessToLists = sql<boolean>`(
  action in ('affected-people-exported', 'integration-filled')
  or (action = 'record-exported' and details ? 'emails')
  or (action in ('leads-viewed', 'leads-export-begun')
    and coalesce(details ->> 'list', '') <> all (${[...listsWithoutPeople]}))
)`;

export async function countAccessedLists(db: Kysely<Database>, access: Access): Promise<AccessedLists> {
  const { rows } = await sql<AccessedLists>`
    with access as (
      select count(*) filter (where action = 'leads-viewed') as viewed,
        count(*) filter (where action <> 'leads-viewed') as exported,
        min(at) as first_at, max(at) as last_at
      from audit_events where ${isAccessToLists} and ${isAccess(access)}
    )
    select access.*, array(
      select distinct subject from audit_events where action = 'person-erased' and at >= access.first_at
    ) as erased_since
    from access`.execute(db);
  return rows[0] ?? { viewed: 0, exported: 0, firstAt: null, lastAt: null, erasedSince: [] };
}

function isAccess({ actor, days }: Access): RawBuilder<unknown> {
  const condition =
    "account" in actor ? sql`actor_email = ${actor.account}` : sql`client_address = ${actor.network}`;
  return sql.join([condition, ...inDays(sql.ref<Date>("at"), days)], sql` and `);
}
