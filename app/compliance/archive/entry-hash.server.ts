import { createHash } from "node:crypto";
import type { ArchiveCapturesTable, ArchiveEntriesTable } from "#app/data/schema/archive.ts";

/** An entry of the chain without its own hash. */
export type UnsignedEntry = Omit<ArchiveEntriesTable, "hash">;

/** A page or file of an entry. */
export type Capture = Omit<ArchiveCapturesTable, "position">;

/** SHA-256 of bytes, in hexadecimal. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The hash of an entry: SHA-256 of one JSON array without spaces, whose last element lists the captures in the order of their paths.
 * `docs/runbook.md` describes the format for examiners who compute it with other tools, so it must never change. A new format needs a new
 * number in the first element.
 */
export function hashEntry(entry: UnsignedEntry, captures: readonly Capture[]): string {
  const { position, kind, release, recordedAt, author, approver, reason, build, siteDigest, previousHash } =
    entry;
  const listed = captures
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, title, contentHash, responseHash, textHash }) => [
      path,
      title,
      contentHash,
      responseHash,
      textHash,
    ]);
  const parts = [
    1,
    position,
    kind,
    release,
    recordedAt.toISOString(),
    author,
    approver,
    reason,
    build,
    siteDigest,
    previousHash,
    listed,
  ];
  return hashBytes(Buffer.from(JSON.stringify(parts)));
}
