import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** An alert that this server must send. */
export type DueAlert = { condition: string; beganAt: Date; kind: "began" | "continues" | "ended" };

/** A condition has ended when no server has seen it for this long: several runs, so that a missed one does not end it. */
const endsAfterSeconds = 120;

const repeatAfterMinutes = 60;

/**
 * Records the conditions that this server sees.
 * @param found.unknown the conditions that this server currently cannot see, so they do not end
 * @returns the alerts to send; each is returned to one server, once an hour while the condition lasts
 */
export async function recordConditions(
  db: Kysely<Database>,
  { active, unknown }: { active: readonly string[]; unknown: readonly string[] },
): Promise<readonly DueAlert[]> {
  // In the order of their names, because concurrent servers would otherwise deadlock.
  const { rows } = await sql<DueAlert>`
    with seen as (
      insert into alert_conditions as known (condition)
      select condition from unnest(${[...active]}::text[]) as active (condition) order by condition
      on conflict (condition) do update set seen_at = now(),
        sent_at = case
          when known.sent_at > now() - make_interval(mins => ${repeatAfterMinutes}) then known.sent_at else now()
        end
      returning condition, began_at, sent_at
    ), ended as (
      delete from alert_conditions
      where condition <> all(${[...active, ...unknown]}::text[]) and seen_at < now() - make_interval(secs => ${endsAfterSeconds})
      returning condition, began_at, sent_at
    )
    -- The join reads the rows as they were before this statement.
    select seen.condition, seen.began_at, case when earlier.sent_at is null then 'began' else 'continues' end as kind
    from seen left join alert_conditions as earlier on earlier.condition = seen.condition
    where seen.sent_at = now()
    union all
    select condition, began_at, 'ended' from ended where sent_at is not null
    order by condition`.execute(db);
  return rows;
}

/**
 * Lets the next run send an alert again, because it could not be sent. Only a failed first alert clears the time of the last one: the
 * next run then sends the first alert again, and the end of a condition that was never reported is not reported either.
 */
export async function repeatAlert(
  db: Kysely<Database>,
  { condition, kind }: { condition: string; kind: "began" | "continues" },
): Promise<void> {
  const due = sql<Date>`sent_at - make_interval(mins => ${repeatAfterMinutes})`;
  await db
    .updateTable("alertConditions")
    .set({ sentAt: kind === "began" ? null : due })
    .where("condition", "=", condition)
    .execute();
}
