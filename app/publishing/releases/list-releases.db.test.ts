import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { explainQueries } from "#tests/kit/explain-queries.ts";
import { findRelease, listReleases } from "./list-releases.server.ts";

const { db, pool } = testDatabase();

/** 300 releases of 50 documents, each of which changes the document with its number. */
beforeEach(async () => {
  await sql`insert into content_bodies (hash, body) select lpad(n::text, 64, '0'), '{}' from generate_series(0, 300) as n`.execute(
    db,
  );
  await sql`insert into content_releases (number, published_at, kind, author, approver, reason)
    select n, now(), 'change', 'ruth@example.com', 'daniel@example.com', 'Clearer' from generate_series(1, 300) as n`.execute(
    db,
  );
  await sql`insert into content_release_documents (release, document, hash)
    select release, 'd' || document, lpad(case when document = release then release else 0 end::text, 64, '0')
    from generate_series(1, 300) as release, generate_series(1, 50) as document`.execute(db);
  await sql`analyze content_release_documents, content_releases`.execute(db);
});

test("a release is listed with the documents that differ from the release before it", async () => {
  expect((await findRelease(db, 1))?.changed).toHaveLength(50);
  expect((await findRelease(db, 7))?.changed).toEqual(["d6", "d7"]);
  const releases = await listReleases(db, { before: 53, limit: 4 });
  expect(releases.map(({ number, changed }) => [number, changed])).toEqual([
    [52, []],
    [51, ["d50"]],
    [50, ["d49", "d50"]],
    [49, ["d48", "d49"]],
  ]);
});

test("releases are listed without reading the documents of all releases", async () => {
  const plans = await explainQueries(pool, (explained) =>
    listReleases(explained, { before: undefined, limit: 10 }),
  );
  expect(plans.join("\n")).toContain("content_release_documents_pkey");
  expect(plans.join("\n")).not.toContain("Seq Scan on content_release_documents");
});
