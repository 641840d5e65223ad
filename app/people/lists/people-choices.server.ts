import { formatAccountName } from "#app/platform/text/account-name.ts";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { loadEventChoices } from "#app/events/lists/event-choices.server.ts";
import { noneNames } from "./people-filter.messages.ts";

type Names = Record<string, string>;

/** The choices of the filters that depend on the database. Source names in the URL are included if they exist. */
export async function loadPeopleChoices(
  db: Kysely<Database>,
  params: URLSearchParams,
): Promise<Record<"owner" | "channel" | "campaign" | "event", Names>> {
  const [owners, events, channels, campaigns] = await Promise.all([
    findOwners(db),
    loadEventChoices(db),
    findSourceNames(db, "channel", params.get("channel")),
    findSourceNames(db, "campaign", params.get("campaign")),
  ]);
  return {
    owner: { ...owners, none: noneNames.owner },
    channel: { ...channels, none: noneNames.channel },
    campaign: { ...campaigns, none: noneNames.campaign },
    event: { ...events.event, none: noneNames.event },
  };
}

/** Accounts that can own people, and accounts that still own some after their role changed. */
async function findOwners(db: Kysely<Database>): Promise<Names> {
  const accounts = await db
    .selectFrom("staffUsers")
    .select(["id", "name", "email"])
    .where((account) =>
      account.or([
        account("role", "in", ["owner", "staff"]),
        account.exists(
          account.selectFrom("people").select("people.id").whereRef("people.ownerId", "=", "staffUsers.id"),
        ),
      ]),
    )
    .orderBy(sql`lower(name)`)
    .orderBy("id")
    .execute();
  return Object.fromEntries(accounts.map((account) => [account.id, formatAccountName(account)]));
}

/** Anyone can invent campaigns in a URL, so their number is unlimited. */
const maxNames = 200;

/** @param wanted is included if it exists, even if there are too many names */
async function findSourceNames(
  db: Kysely<Database>,
  kind: "channel" | "campaign",
  wanted: string | null,
): Promise<Names> {
  const names = db.selectFrom("sourceNames").select("name").distinct().where("kind", "=", kind);
  const [first, exact] = await Promise.all([
    names
      .orderBy("name")
      .limit(maxNames + 1)
      .execute(),
    wanted === null || wanted.includes("\0") ? [] : names.where("name", "=", wanted).execute(),
  ]);
  const shown = first.length > maxNames ? await findFrequentNames(db, kind) : first;
  return Object.fromEntries([...shown, ...exact].map(({ name }) => [name, name]));
}

/** Choosing from all people would take as long as the rest of the page. */
const countedPeople = 10_000;

/** The names that most of the newest people came from, in alphabetical order. */
async function findFrequentNames(
  db: Kysely<Database>,
  kind: "channel" | "campaign",
): Promise<{ name: string }[]> {
  const touches = sql.join([sql.ref(`first_${kind}`), sql.ref(`last_${kind}`)], sql`), (`);
  const { rows } = await sql<{ name: string }>`
    select name from (
      select source_names.name from source_names
      left join (
        select spelling, count(*) as people
        from (select * from people order by created_at desc, id desc limit ${countedPeople}) as newest
          cross join lateral (values (${touches})) as touch (spelling)
        group by spelling
      ) as counted using (spelling)
      where kind = ${kind}
      group by source_names.name order by coalesce(sum(counted.people), 0) desc, source_names.name limit ${maxNames}
    ) as frequent order by name`.execute(db);
  return rows;
}
