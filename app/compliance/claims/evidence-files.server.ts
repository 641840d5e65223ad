import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import type { EvidenceMediaType } from "#app/data/schema/claims.ts";
import type { DecideDeps } from "./decide-claims.server.ts";

/** Larger documents stay where the firm keeps them, and a link leads to them. */
export const maxEvidenceBytes = 5_000_000;

/** Files are never deleted, and an export contains those of its claims. */
const maxStoredBytes = 50_000_000;

export type StoreEvidenceResult =
  | { ok: true; hash: string }
  /** `type`: the extension is not permitted. `content`: the file is not what its extension says. `full`: no more files can be stored. */
  | { ok: false; reason: "empty" | "large" | "type" | "content" | "full" };

type Kind = { mediaType: EvidenceMediaType; isContent(bytes: Buffer): boolean };

const startsWith = (start: readonly number[]) => (bytes: Buffer) =>
  bytes.subarray(0, start.length).equals(Buffer.from(start));
const isPdf = startsWith([0x25, 0x50, 0x44, 0x46, 0x2d]);
const isPng = startsWith([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isJpeg = startsWith([0xff, 0xd8, 0xff]);

/** By extension. Programs, scripts, archives and office documents, which can contain programs, are not among them. */
const kinds = new Map<string, Kind>([
  ["pdf", { mediaType: "application/pdf", isContent: isPdf }],
  ["png", { mediaType: "image/png", isContent: isPng }],
  ["jpg", { mediaType: "image/jpeg", isContent: isJpeg }],
  ["jpeg", { mediaType: "image/jpeg", isContent: isJpeg }],
  ["txt", { mediaType: "text/plain", isContent: isText }],
  ["csv", { mediaType: "text/csv", isContent: isText }],
]);

const extensions: Record<EvidenceMediaType, string> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "text/plain": "txt",
  "text/csv": "csv",
};

/** UTF-8 without control characters besides tabs and line breaks, which programs contain. */
function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return !/[^\P{Cc}\t\r\n]/u.test(text);
  } catch {
    return false;
  }
}

/** The longest name, without the extension. */
const maxNameLength = 80;

/** The name in letters, digits, parentheses and hyphens, which need no quotation marks in headers and archives. */
function createFileName(name: string, mediaType: EvidenceMediaType): string {
  const plain = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "");
  const words = plain.split(/[^A-Za-z0-9()_]/).filter((word) => word !== "");
  const stem = words.join("-").slice(0, maxNameLength).replace(/-$/, "");
  return `${stem === "" ? "evidence" : stem}.${extensions[mediaType]}`;
}

/** Checks an uploaded file and stores its bytes, once for all decisions, with the name of its first upload. */
export async function storeEvidence(
  { db, clock, actor }: Pick<DecideDeps, "db" | "clock" | "actor">,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<StoreEvidenceResult> {
  const kind = kinds.get(/\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "");
  if (bytes.byteLength === 0) return { ok: false, reason: "empty" };
  if (bytes.byteLength > maxEvidenceBytes) return { ok: false, reason: "large" };
  if (kind === undefined) return { ok: false, reason: "type" };
  const { mediaType, isContent } = kind;
  if (!isContent(bytes)) return { ok: false, reason: "content" };
  const hash = createHash("sha256").update(bytes).digest("hex");
  return db.transaction().execute(async (trx): Promise<StoreEvidenceResult> => {
    // Two uploads at the same time could otherwise exceed the limit.
    await sql`select pg_advisory_xact_lock(hashtextextended('claim_evidence_files', 0))`.execute(trx);
    // Without the bytes, because other uploads wait for this transaction.
    const stored = await trx
      .selectFrom("claimEvidenceFiles")
      .select("hash")
      .where("hash", "=", hash)
      .executeTakeFirst();
    if (stored !== undefined) return { ok: true, hash };
    const { rows } = await sql<{ stored: number }>`
      select coalesce(sum(octet_length(bytes)), 0)::bigint as stored from claim_evidence_files`.execute(trx);
    if ((rows[0]?.stored ?? 0) + bytes.byteLength > maxStoredBytes) return { ok: false, reason: "full" };
    const uploaded = { uploadedAt: clock.now(), uploadedBy: actor.email };
    await trx
      .insertInto("claimEvidenceFiles")
      .values({ hash, name: createFileName(name, mediaType), mediaType, bytes, ...uploaded })
      .execute();
    return { ok: true, hash };
  });
}

/** A file by the hash of its bytes, with the name under which it is downloaded. */
export async function findEvidence(
  db: Kysely<Database>,
  hash: string,
): Promise<{ name: string; mediaType: EvidenceMediaType; bytes: Buffer } | undefined> {
  const file = await db
    .selectFrom("claimEvidenceFiles")
    .select(["name", "mediaType", "bytes"])
    .where("hash", "=", hash)
    .executeTakeFirst();
  return file && { ...file, name: file.name ?? `evidence.${extensions[file.mediaType]}` };
}
