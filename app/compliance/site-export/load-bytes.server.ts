import type { Kysely } from "kysely";
import { findContent } from "#app/compliance/archive/content-store.server.ts";
import { type Capture, hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import type { Database } from "#app/data/schema/database.ts";

/** @throws if the bytes are missing or changed, because a copy that is not what was published must not leave the archive */
export async function loadBytes(
  db: Kysely<Database>,
  { contentHash, path }: Pick<Capture, "contentHash" | "path">,
): Promise<Buffer> {
  const bytes = await findContent(db, contentHash);
  if (bytes === undefined || hashBytes(bytes) !== contentHash) {
    throw new Error(`The bytes of ${path} are not those of its hash.`);
  }
  return bytes;
}
