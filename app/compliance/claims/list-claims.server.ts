import { type Kysely, sql } from "kysely";
import { defineListQuery, type QueryOfList, type RowOf } from "#app/data/lists/define-list-query.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { ClaimStatus } from "./claim-status.messages.ts";
import { claimStatus } from "./claim-status.server.ts";

const foundAt = sql.ref<Date>("foundAt");
const expiry = sql<string>`coalesce(expires_on, '9999-12-31')`;

const columns = ["id", "figure", "sentence", "kind", "source", "foundAt", "expiresOn", "revision"] as const;

/** The register of claims. */
export const listClaims = defineListQuery({
  table: "claims",
  columns: [
    ...columns,
    "status",
    "paths",
    "decidedAt",
    "decidedBy",
    "evidenceUrl",
    "evidenceNote",
    "evidenceFile",
    "evidenceName",
    "asOf",
    "reason",
  ],
  select: selectClaims,
  sorts: {
    pages: { by: [foundAt], direction: "asc" },
    newest: { by: [foundAt], direction: "desc" },
    expiry: { by: [expiry], direction: "asc" },
  },
  // Decimals and ranges are searched by their digits, like phone numbers.
  search: {
    text: sql`search_form(' ' || figure || ' ' || sentence || ' ' || regexp_replace(figure, '\\D', '', 'g'))`,
  },
  filters: {
    // Evidence that expires soon is still valid.
    status: (status: ClaimStatus) =>
      status === "bound"
        ? sql<boolean>`${claimStatus} in ('bound', 'expiring')`
        : sql<boolean>`${claimStatus} = ${status}`,
    page: (path: string) => sql<boolean>`exists (
      select from claim_pages where claim_id = claims.id and path = ${path} and until_position is null
    )`,
  },
  // A longer number exceeds the range of ids.
  parseId: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
});

export type ListedClaim = RowOf<typeof listClaims>;
export type ClaimQuery = QueryOfList<typeof listClaims>;

/** The claims with their current status and decision. */
export function selectClaims(db: Kysely<Database>) {
  const latest = <Value>(column: string) => sql<Value | null>`(
    select ${sql.ref(column)} from claim_decisions
    where claim_id = claims.id and claim_decisions.revision = claims.revision
  )`;
  return db.selectFrom("claims").select([
    ...columns,
    claimStatus.as("status"),
    sql<string[]>`array(
      select path from claim_pages where claim_id = claims.id and until_position is null order by path
    )`.as("paths"),
    latest<Date>("decided_at").as("decidedAt"),
    latest<string>("decided_by").as("decidedBy"),
    latest<string>("evidence_url").as("evidenceUrl"),
    latest<string>("evidence_note").as("evidenceNote"),
    latest<string>("evidence_file").as("evidenceFile"),
    sql<string | null>`(
      select name from claim_evidence_files where hash = ${latest("evidence_file")}
    )`.as("evidenceName"),
    latest<string>("as_of").as("asOf"),
    latest<string>("reason").as("reason"),
  ]);
}

/** Claims by their ids, in the order of the register. Unknown ids are left out. */
export async function findClaimsById(db: Kysely<Database>, ids: readonly number[]): Promise<ListedClaim[]> {
  if (ids.length === 0) return [];
  return selectClaims(db).where("id", "in", ids).orderBy("foundAt").orderBy("id").execute();
}

/** Claims by their identities. Those that the register does not contain are left out. */
export async function findClaimsByIdentity(
  db: Kysely<Database>,
  identities: readonly string[],
): Promise<Map<string, ListedClaim>> {
  if (identities.length === 0) return new Map();
  const claims = await selectClaims(db).select("identity").where("identity", "in", identities).execute();
  return new Map(claims.map((claim) => [claim.identity, claim]));
}

/** A claim with the pages that contained it, its decisions, and the other claims of its sentence. */
export async function findClaim(db: Kysely<Database>, id: number) {
  const [claim] = await findClaimsById(db, [id]);
  if (claim === undefined) return undefined;
  const [pages, decisions, others] = await Promise.all([
    db
      .selectFrom("claimPages as page")
      .innerJoin("archiveEntries as since", "since.position", "page.sincePosition")
      .leftJoin("archiveEntries as until", "until.position", "page.untilPosition")
      .select(["page.path", "since.recordedAt as since", "until.recordedAt as until"])
      .where("page.claimId", "=", id)
      .orderBy("page.path")
      .execute(),
    db
      .selectFrom("claimDecisions")
      .leftJoin("claimEvidenceFiles as file", "file.hash", "claimDecisions.evidenceFile")
      .selectAll("claimDecisions")
      .select("file.name as evidenceName")
      .where("claimId", "=", id)
      .orderBy("revision", "desc")
      .execute(),
    db
      .selectFrom("claims")
      .select(["id", "figure"])
      .where("sentence", "=", claim.sentence)
      .where("isPublished", "=", true)
      .where("id", "!=", id)
      .orderBy("id")
      .execute(),
  ]);
  return { claim, pages, decisions, others };
}

/** The pages that contain claims, for the filter of the list. */
export async function loadClaimPages(db: Kysely<Database>): Promise<{ page: Record<string, string> }> {
  const { rows } = await sql<{ path: string }>`
    select distinct path from claim_pages where until_position is null order by path`.execute(db);
  return { page: Object.fromEntries(rows.map(({ path }) => [path, path])) };
}
