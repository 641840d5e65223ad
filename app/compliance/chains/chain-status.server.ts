import type { Kysely } from "kysely";
import { findFirstLink, findLastLink, findLink } from "#app/audit/chain/find-links.server.ts";
import { findEntry, findFirstEntry, findLastEntry } from "#app/compliance/archive/find-entries.server.ts";
import type { ChainName, ChainVerificationsTable } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";

/** An entry of the archive, or a link of the audit log. */
export type ChainEntry = { chain: ChainName; position: number; hash: string; at: Date };

export type ChainStatus = {
  chain: ChainName;
  /** The last entry; undefined for an empty chain. */
  head: ChainEntry | undefined;
  verified: (Pick<ChainVerificationsTable, "problems" | "firstProblem"> & { at: Date }) | undefined;
};

/** Both chains: their last entry, and the result of the last verification. */
export async function loadChainStatus(db: Kysely<Database>): Promise<readonly ChainStatus[]> {
  const entry = await findLastEntry(db);
  const link = await findLastLink(db);
  return [
    {
      chain: "site",
      head: entry && { ...entry, chain: "site", at: entry.recordedAt },
      verified: await findVerification(db, "site"),
    },
    {
      chain: "audit",
      head: link && { ...link, chain: "audit", at: link.sealedAt },
      verified: await findVerification(db, "audit"),
    },
  ];
}

async function findVerification(db: Kysely<Database>, chain: ChainName): Promise<ChainStatus["verified"]> {
  const row = await db
    .selectFrom("chainVerifications")
    .select(["problems", "firstProblem", "verifiedAt"])
    .where("chain", "=", chain)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { problems: row.problems, firstProblem: row.firstProblem, at: row.verifiedAt };
}

/** Chains are verified once a day. */
const overdueMs = 2 * 86_400_000;

/**
 * Whether a chain was not verified for two days, for example because it cannot be read. A chain that was never verified counts from its first
 * entry, because its last one is always recent.
 */
export async function isVerificationOverdue(db: Kysely<Database>, now: Date): Promise<boolean> {
  const starts = {
    site: (await findFirstEntry(db))?.recordedAt,
    audit: (await findFirstLink(db))?.sealedAt,
  };
  return (await loadChainStatus(db)).some(({ chain, verified }) => {
    const since = verified?.at ?? starts[chain];
    return since !== undefined && now.getTime() - since.getTime() > overdueMs;
  });
}

/** The place of a hash in either chain. @param hash hexadecimal digits in lower case: all of them, or the first ones */
export async function findHash(db: Kysely<Database>, hash: string): Promise<ChainEntry | undefined> {
  const entry = await findEntry(db, hash);
  if (entry !== undefined) return { ...entry, chain: "site", at: entry.recordedAt };
  const link = await findLink(db, hash);
  return link && { ...link, chain: "audit", at: link.sealedAt };
}
