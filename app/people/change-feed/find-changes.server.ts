import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** What a screen of leads shows can have changed: the leads themselves, or visits and what happened in them. */
export type Topic = "leads" | "visits";

/** A text for each topic that is another one as soon as something new is in its lists. It says nothing of anybody. */
export type ChangeStamp = Readonly<Record<Topic, string>>;

/** As many as a screen shows at first: what comes, or goes, among them is news. */
const watchedRows = 20;

/**
 * How the lists begin at this moment. The first rows and not only the newest: a row can be stored a moment after one that is dated
 * later, and then nobody would be told of it. Four indexes are read at their beginning, however long the lists are.
 */
export async function findChanges(db: Kysely<Database>): Promise<ChangeStamp> {
  const { rows } = await sql<{ leads: string; visits: string }>`
    select
      md5(array(select id from pre_loi_assessments order by created_at desc, id desc limit ${watchedRows})::text
        || array(select id from linkedin_live_signups order by created_at desc, id desc limit ${watchedRows})::text) as leads,
      md5(array(select id from visitors order by created_at desc, id desc limit ${watchedRows})::text
        || array(select id from tracking_events order by timestamp desc, id desc limit ${watchedRows})::text) as visits
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database said nothing of the lists.");
  return row;
}
