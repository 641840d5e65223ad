import { type Kysely, sql } from "kysely";
import { countFailedEmails } from "#app/email/outbox/email-health.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** The activity since a point in time. */
export type ActivityCounts = {
  since: Date;
  assessments: number;
  signups: number;
  /** Emails that failed. */
  failedEmails: number;
  /** Submissions in quarantine now, which wait for a decision by staff or for the owner of the mailbox. */
  quarantined: number;
};

export async function loadActivitySince(db: Kysely<Database>, since: Date): Promise<ActivityCounts> {
  const { rows } = await sql<Pick<ActivityCounts, "assessments" | "signups" | "quarantined">>`
    select
      (select count(*)::int from pre_loi_assessments where created_at > ${since}) as assessments,
      (select count(*)::int from linkedin_live_signups where created_at > ${since}) as signups,
      (select count(*)::int from quarantined_submissions where released_at is null) as quarantined`.execute(
    db,
  );
  const [counts] = rows;
  if (counts === undefined) throw new Error("The database returned no counts.");
  return { since, ...counts, failedEmails: await countFailedEmails(db, since) };
}
