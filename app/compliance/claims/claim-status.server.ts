import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { practice } from "#content/practice.ts";
import type { ClaimStatus } from "./claim-status.messages.ts";
import { maxDaysBeforeExpiry } from "./claim-limits.ts";

/** The day in the firm's time zone, by the database's clock, so that lists, counts and exports agree. */
const today = sql`(now() at time zone ${practice.timeZone})::date`;

/**
 * The status of a row of `claims`. Evidence is valid through its last day. A claim of a change that was never published can have evidence
 * before it is on the site.
 */
export const claimStatus = sql<ClaimStatus>`
  case
    when not is_published and exists (select from claim_pages where claim_pages.claim_id = claims.id) then 'gone'
    when decision = 'waived' then 'waived'
    when decision = 'bound' and expires_on < ${today} then 'expired'
    when decision = 'bound' and expires_on <= ${today} + ${maxDaysBeforeExpiry}::integer then 'expiring'
    when decision = 'bound' then 'bound'
    when not is_published then 'drafted'
    when source is not null then 'sourced'
    else 'undecided'
  end`;

/** The claims on the site whose evidence is missing or expired, or will be soon. */
export type OpenClaims = { undecided: number; expired: number; expiring: number };

/** Whether a claim on the site has no evidence, or expired evidence. */
export async function hasOpenClaims(db: Kysely<Database>): Promise<boolean> {
  const { undecided, expired } = await countOpenClaims(db);
  return undecided + expired > 0;
}

export async function countOpenClaims(db: Kysely<Database>): Promise<OpenClaims> {
  const { rows } = await sql<OpenClaims>`
    select count(*) filter (where status = 'undecided') as undecided,
      count(*) filter (where status = 'expired') as expired,
      count(*) filter (where status = 'expiring') as expiring
    from (select ${claimStatus} as status from claims where is_published) as claim`.execute(db);
  return rows[0] ?? { undecided: 0, expired: 0, expiring: 0 };
}
