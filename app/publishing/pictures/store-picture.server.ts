import { type Kysely, sql } from "kysely";
import { recordAudit, type StaffActor } from "#app/audit/audit.server.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { encodePicture, type EncodeResult } from "./encode-picture.server.ts";

/** Pictures are never deleted, so their number and size are limited. */
const storageLimits = { maxPictures: 2_000, maxBytes: 500_000_000 } as const;

export const maxAltLength = 250;

/** A process encodes this many pictures at the same time. */
const maxEncoding = 2;

let encoding = 0;

export type PictureDeps = { db: Kysely<Database>; clock: Clock; actor: StaffActor; clientAddress: string };

export type StoreResult =
  | { ok: true; id: string; isNew: boolean }
  | Extract<EncodeResult, { ok: false }>
  /** `busy`: other pictures are being encoded. `full`: no more pictures can be stored. */
  | { ok: false; reason: "busy" | "full" };

/** Encodes an uploaded picture and stores it for all servers. A picture that is stored already keeps its first description. */
export async function storePicture(
  deps: PictureDeps,
  { bytes, alt }: { bytes: Uint8Array; alt: string },
): Promise<StoreResult> {
  if (encoding >= maxEncoding) return { ok: false, reason: "busy" };
  encoding += 1;
  try {
    const encoded = await encodePicture(bytes);
    return encoded.ok ? await insertPicture(deps, { ...encoded.picture, alt }) : encoded;
  } finally {
    encoding -= 1;
  }
}

async function insertPicture(
  { db, clock, actor, clientAddress }: PictureDeps,
  { files, ...picture }: Extract<EncodeResult, { ok: true }>["picture"] & { alt: string },
): Promise<StoreResult> {
  const { id } = picture;
  return db.transaction().execute(async (trx): Promise<StoreResult> => {
    await sql`select pg_advisory_xact_lock(hashtextextended('pictures', 0))`.execute(trx);
    const known = await trx
      .selectFrom("contentPictures")
      .select("id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (known !== undefined) return { ok: true, id, isNew: false };
    const added = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const { rows } = await sql<{ isFull: boolean }>`
      select count(distinct picture) >= ${storageLimits.maxPictures}
        or coalesce(sum(octet_length(bytes)), 0) + ${added} > ${storageLimits.maxBytes} as is_full
      from content_picture_files`.execute(trx);
    if (rows[0]?.isFull !== false) return { ok: false, reason: "full" };
    await trx
      .insertInto("contentPictures")
      .values({ ...picture, uploadedAt: clock.now(), uploadedBy: actor.email })
      .execute();
    await trx
      .insertInto("contentPictureFiles")
      .values(files.map(({ width, bytes }) => ({ picture: id, width, bytes })))
      .execute();
    await recordAudit(trx, {
      action: "content-picture-uploaded",
      actor,
      subject: `content-picture:${id}`,
      details: { width: picture.width, height: picture.height, bytes: added },
      clientAddress,
    });
    return { ok: true, id, isNew: true };
  });
}
