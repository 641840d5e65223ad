import { type Kysely, sql } from "kysely";
import { listMissingLinks } from "#app/audit/chain/find-links.server.ts";
import { type AuditVerification, verifyAuditLog } from "#app/audit/chain/verify-audit-log.server.ts";
import { listMissingEntries } from "#app/compliance/archive/find-entries.server.ts";
import { type Verification, verifyRecord } from "#app/compliance/archive/verify-record.server.ts";
import type { ChainName } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** Recomputes the chain of the site, and stores the result. @param signal ends it with an error */
export async function verifySite(db: Kysely<Database>, signal?: AbortSignal): Promise<Verification> {
  const result = await verifyRecord(db, signal);
  const missing = await listMissingEntries(db, await listEarlierHeads(db, "site"));
  const problems = [...missing.map((head) => describeMissing("Entry", head)), ...result.problems];
  await storeResult(db, "site", problems, result.last);
  return { ...result, problems };
}

/** Recomputes the chain of the audit log, and stores the result. @param signal ends it with an error */
export async function verifyAudit(db: Kysely<Database>, signal?: AbortSignal): Promise<AuditVerification> {
  const result = await verifyAuditLog(db, { formatTime: (at) => momentIn(practice.timeZone, at), signal });
  const missing = await listMissingLinks(db, await listEarlierHeads(db, "audit"));
  const problems = [...missing.map((head) => describeMissing("Link", head)), ...result.problems];
  await storeResult(db, "audit", problems, result.last);
  return { ...result, problems };
}

type Head = { position: number; hash: string };

/** The ends of the chain at earlier verifications. Some of them are missing if later entries were removed, even if others were added. */
async function listEarlierHeads(db: Kysely<Database>, chain: ChainName): Promise<Head[]> {
  const { rows } = await sql<Head>`
    select distinct position, hash from chain_verifications
    where chain = ${chain} and position is not null`.execute(db);
  return rows;
}

function describeMissing(name: "Entry" | "Link", { position, hash }: Head): string {
  return `${name} ${position}: an earlier verification found the hash ${hash} here. It was replaced or removed, with all that followed.`;
}

async function storeResult(
  db: Kysely<Database>,
  chain: ChainName,
  problems: readonly string[],
  last: Head | undefined,
): Promise<void> {
  await db
    .insertInto("chainVerifications")
    .values({
      chain,
      position: last?.position ?? null,
      hash: last?.hash ?? null,
      problems: problems.length,
      firstProblem: problems[0] ?? null,
    })
    .execute();
}
