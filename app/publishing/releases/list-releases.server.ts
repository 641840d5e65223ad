import { type Kysely, type Selectable, sql } from "kysely";
import type { ContentReleasesTable } from "#app/data/schema/content.ts";
import type { Database } from "#app/data/schema/database.ts";

/** A release with the documents that differ from the one before it. */
export type ListedRelease = Selectable<ContentReleasesTable> & { changed: readonly string[] };

/**
 * Releases, the newest first.
 * @param range.before lists those before this one
 */
export async function listReleases(
  db: Kysely<Database>,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<ListedRelease[]> {
  const releases = await db
    .selectFrom("contentReleases")
    .selectAll()
    .$if(before !== undefined, (query) => query.where("number", "<", before ?? 0))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  const changed = await listChangedDocuments(
    db,
    releases.map(({ number }) => number),
  );
  return releases.map((release) => ({ ...release, changed: changed.get(release.number) ?? [] }));
}

export async function findRelease(db: Kysely<Database>, number: number): Promise<ListedRelease | undefined> {
  const [release] = await listReleases(db, { before: number + 1, limit: 1 });
  return release?.number === number ? release : undefined;
}

async function listChangedDocuments(
  db: Kysely<Database>,
  releases: readonly number[],
): Promise<Map<number, string[]>> {
  const changed = new Map<number, string[]>();
  if (releases.length === 0) return changed;
  const { rows } = await sql<{ release: number; document: string }>`
    select coalesce(own.release, before.release + 1) as release, coalesce(own.document, before.document) as document
    from (
      select * from content_release_documents where release = any(${releases}::int[])
    ) as own
    full join (
      select * from content_release_documents where release = any(${releases.map((number) => number - 1)}::int[])
    ) as before on before.release + 1 = own.release and before.document = own.document
    where own.hash is distinct from before.hash
    order by 1, 2`.execute(db);
  for (const { release, document } of rows) {
    changed.set(release, [...(changed.get(release) ?? []), document]);
  }
  return changed;
}

/** The latest release that changed each document, by the document’s name. */
export async function listLatestChanges(
  db: Kysely<Database>,
): Promise<Map<string, Selectable<ContentReleasesTable>>> {
  const { rows } = await sql<{ document: string; release: number }>`
    select distinct on (document) document, release
    from (
      select document, release, hash, lag(hash) over (partition by document order by release) as before
      from content_release_documents
    ) as versions
    where hash is distinct from before
    order by document, release desc`.execute(db);
  if (rows.length === 0) return new Map();
  const releases = await db
    .selectFrom("contentReleases")
    .selectAll()
    .where("number", "in", [...new Set(rows.map(({ release }) => release))])
    .execute();
  const byNumber = new Map(releases.map((release) => [release.number, release]));
  return new Map(
    rows.flatMap(({ document, release }) => {
      const found = byNumber.get(release);
      return found === undefined ? [] : [[document, found] as const];
    }),
  );
}

/** The documents of a release as JSON text, by name. */
export async function loadReleaseBodies(
  db: Kysely<Database>,
  release: number,
  documents: readonly string[],
): Promise<Map<string, string>> {
  if (documents.length === 0) return new Map();
  const rows = await db
    .selectFrom("contentReleaseDocuments")
    .innerJoin("contentBodies", "contentBodies.hash", "contentReleaseDocuments.hash")
    .select(["document", "body"])
    .where("release", "=", release)
    .where("document", "in", [...documents])
    .execute();
  return new Map(rows.map(({ document, body }) => [document, body]));
}
