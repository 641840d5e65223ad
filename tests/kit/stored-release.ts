import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import {
  findLatestRelease,
  insertRelease,
  listDocumentHashes,
  storeBodies,
  toBody,
} from "#app/publishing/releases/release-store.server.ts";

/** Publishes another disclosure as the next release without rendering the site, which takes seconds. */
export async function storeNextRelease(db: Kysely<Database>, publishedAt: Date): Promise<void> {
  const latest = (await findLatestRelease(db)) ?? 0;
  const body = toBody(["A new disclosure."]);
  await storeBodies(db, [body]);
  const hashes = new Map([...(await listDocumentHashes(db, latest)), ["disclosures", body.hash]]);
  const approval = { author: "ruth@example.com", approver: "daniel@example.com", reason: "Clearer" };
  const release = { ...approval, number: latest + 1, publishedAt, kind: "change", restores: null } as const;
  await db.transaction().execute((trx) => insertRelease(trx, release, hashes));
}
