import { makeZip } from "client-zip";
import { Hono } from "hono";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import { type ExportedMoment, listExport } from "#app/compliance/archive/export-site.server.ts";
import { findEntryTime } from "#app/compliance/archive/find-captures.server.ts";
import { createClaimsFile } from "#app/compliance/claims/export-claims.server.ts";
import { canReadRecord } from "#app/identity/accounts/permissions.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { type ExportSlots, refuseExport } from "#app/staff/export-button/export-slots.server.ts";
import { authorizeStaff, type Guard } from "#app/staff/shell/require-staff.server.ts";
import { practice } from "#content/practice.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "siteUrl"> & { identity: Guard; exportSlots: ExportSlots };

type Facts = { Variables: { clientAddress: string } };

/**
 * `POST /api/record/packages/:position?at=<time>`: the site after an entry of the archive as a ZIP file, which `verify.mjs` in it verifies.
 * The time is the one that was asked for; without it, that of the entry.
 */
export function createRecordPackages({ clock, db, identity, siteUrl, exportSlots }: Deps): Hono<Facts> {
  return new Hono<Facts>().post("/record/packages/:position", async (c) => {
    const access = await authorizeStaff(identity, c.req.raw, canReadRecord);
    if (!access.ok) return access.refusal;
    const { staff } = access.session;
    const text = c.req.param("position");
    const position = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
    const recordedAt = await findEntryTime(db, position);
    if (recordedAt === undefined) return refuse("not-found");
    const given = new Date(c.req.query("at") ?? "");
    const at = Number.isNaN(given.getTime()) || given < recordedAt ? recordedAt : given;
    const release = exportSlots.take(staff.id);
    if (release === undefined) return refuseExport(c.req.raw);
    try {
      const claims = await createClaimsFile(db, position, clock.now());
      await recordAudit(db, {
        action: "record-exported",
        actor: actorOf(staff),
        details: { entry: position, at: at.toISOString() },
        clientAddress: c.get("clientAddress"),
      });
      return createResponse(await readZip(db, { position, at, siteUrl, attachments: [claims.file] }), at);
    } finally {
      release();
    }
  });
}

/** The site has a few megabytes, so the file is complete before it is sent. A download that breaks off is then shorter than announced. */
async function readZip(db: Deps["db"], moment: ExportedMoment): Promise<ArrayBuffer> {
  async function* listFiles() {
    for await (const { name, content } of listExport(db, moment)) {
      yield { name, input: content, lastModified: moment.at };
    }
  }
  return new Response(makeZip(listFiles())).arrayBuffer();
}

function createResponse(zip: ArrayBuffer, at: Date): Response {
  return new Response(zip, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="website-${dayIn(practice.timeZone, at)}.zip"`,
      "Content-Length": String(zip.byteLength),
      "Cache-Control": "no-store",
    },
  });
}
