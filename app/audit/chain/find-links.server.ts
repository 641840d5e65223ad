import { type Kysely, sql } from "kysely";
import type { AuditLinksTable } from "#app/data/schema/audit-chain.ts";
import type { Database } from "#app/data/schema/database.ts";

/** The last link of the chain; undefined if nothing is sealed yet. */
export async function findLastLink(db: Kysely<Database>): Promise<AuditLinksTable | undefined> {
  return db.selectFrom("auditLinks").selectAll().orderBy("position", "desc").limit(1).executeTakeFirst();
}

/** The first link of the chain; undefined if nothing is sealed yet. */
export async function findFirstLink(db: Kysely<Database>): Promise<AuditLinksTable | undefined> {
  return db.selectFrom("auditLinks").selectAll().orderBy("position").limit(1).executeTakeFirst();
}

/** The link that a hash or its first digits name. @param hash hexadecimal digits in lower case */
export async function findLink(db: Kysely<Database>, hash: string): Promise<AuditLinksTable | undefined> {
  return db
    .selectFrom("auditLinks")
    .selectAll()
    .where("hash", "like", `${hash}%`)
    .limit(1)
    .executeTakeFirst();
}

/** Lists the known links that the chain no longer contains. */
export async function listMissingLinks(
  db: Kysely<Database>,
  known: readonly { position: number; hash: string }[],
): Promise<{ position: number; hash: string }[]> {
  const { rows } = await sql<{ position: number; hash: string }>`
    select known.position, known.hash
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as known (position integer, hash text)
    where not exists (
      select from audit_links as link where link.position = known.position and link.hash = known.hash
    )
    order by known.position`.execute(db);
  return rows;
}
