import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

/** The topics of change notifications: leads, or visits and their events. */
export type Topic = "leads" | "visits";

/** One value per topic, which changes when its lists change. Contains no personal data. */
export type ChangeStamp = Readonly<Record<Topic, string>>;

/** The number of rows on the first screen. Rows that are added or removed among them are changes. */
const watchedRows = 20;

/**
 * Reads the first rows of the lists. Only the newest row would not suffice, because a row can be stored after another with a later date.
 * Reads the beginning of four indexes, so the duration does not depend on the length of the lists.
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
  if (row === undefined) throw new Error("The query for changes returned no row.");
  return row;
}
