import { type Context, Hono } from "hono";
import { recordArchiveView, recordEvidenceDownload } from "#app/audit/record-once.server.ts";
import { findContent } from "#app/compliance/archive/content-store.server.ts";
import { findEvidence } from "#app/compliance/claims/evidence-files.server.ts";
import { findFile, listSite } from "#app/compliance/archive/find-captures.server.ts";
import { replayPage } from "#app/compliance/archive/replay-page.server.ts";
import { canReadRecord } from "#app/identity/accounts/permissions.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { archivedFilePath, replayPath } from "#app/staff/paths/record-path.ts";
import { authorizeStaff, type Guard } from "#app/staff/shell/require-staff.server.ts";

type Deps = Pick<RequestServices, "db" | "siteUrl"> & { identity: Guard };

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/record/…`: archived pages and files, for the frames of the record, and the evidence of claims. */
export function createRecordDocuments({ db, identity, siteUrl }: Deps): Hono<Facts> {
  return new Hono<Facts>()
    .get("/record/pages/:position", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canReadRecord);
      if (!access.ok) return access.refusal;
      const [position, path] = [readPosition(c), c.req.query("path")];
      const site = position === undefined ? [] : await listSite(db, position);
      const page = site.find((capture) => capture.path === path && capture.title !== null);
      const html = page === undefined ? undefined : await findContent(db, page.contentHash);
      if (page === undefined || html === undefined || position === undefined) return refuse("not-found");
      const { id: sessionId, staff } = access.session;
      const { path: viewed, position: entry } = page;
      const clientAddress = c.get("clientAddress");
      await recordArchiveView(db, { actor: staff, sessionId, path: viewed, entry, clientAddress });
      const captures = new Map(site.map((capture) => [capture.path, capture]));
      const replayed = replayPage(html.toString("utf8"), siteUrl, (linked) => {
        const capture = captures.get(linked);
        if (capture === undefined) return undefined;
        return capture.title === null ? archivedFilePath(capture.contentHash) : replayPath(position, linked);
      });
      return respond(replayed, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": createPagePolicy(new URL(c.req.url).host),
        "Cache-Control": "no-store",
      });
    })
    .get("/record/evidence/:hash", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canReadRecord);
      if (!access.ok) return access.refusal;
      const hash = readHash(c);
      const file = hash === undefined ? undefined : await findEvidence(db, hash);
      if (file === undefined || hash === undefined) return refuse("not-found");
      const { id: sessionId, staff } = access.session;
      const clientAddress = c.get("clientAddress");
      await recordEvidenceDownload(db, { actor: staff, sessionId, file: hash, clientAddress });
      // Downloaded and never displayed, because a PDF file can contain scripts.
      return respond(new Uint8Array(file.bytes), {
        "Content-Type": file.mediaType,
        "Content-Disposition": `attachment; filename="${file.name}"`,
        "Content-Security-Policy": filePolicy,
        "Cache-Control": "private, max-age=31536000, immutable",
      });
    })
    .get("/record/files/:hash", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canReadRecord);
      if (!access.ok) return access.refusal;
      const hash = readHash(c);
      const file = hash === undefined ? undefined : await findFile(db, hash);
      if (file === undefined) return refuse("not-found");
      const type = file.response.headers["content-type"] ?? "";
      const isShown = shownTypes.some((shown) => type.startsWith(shown));
      // Earlier scripts must not run in the staff area, so they are plain text here, as is the source of pages.
      return respond(new Uint8Array(file.bytes), {
        "Content-Type": isShown ? type : "text/plain; charset=utf-8",
        "Content-Security-Policy": type === "application/pdf" ? documentPolicy : filePolicy,
        // The URL names the bytes, so they never change.
        "Cache-Control": "private, max-age=31536000, immutable",
      });
    });
}

function readPosition(c: Context): number | undefined {
  const text = c.req.param("position") ?? "";
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function readHash(c: Context): string | undefined {
  const text = c.req.param("hash") ?? "";
  return /^[0-9a-f]{64}$/.test(text) ? text : undefined;
}

/** Types that browsers display without running anything. */
const shownTypes = ["font/", "image/", "text/css", "application/pdf"];

/**
 * The page may load archived fonts and pictures, and nothing else, not even from this server. The sandbox permits neither scripts nor forms
 * nor new windows. It permits the origin, because the browser would otherwise load fonts and pictures without the session.
 */
function createPagePolicy(host: string): string {
  // Without the scheme, which is that of the page, because a server behind a proxy does not know it.
  const files = host + archivedFilePath("");
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src ${files}`,
    `font-src ${files}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-same-origin",
  ].join(";");
}

const filePolicy = "default-src 'none';style-src 'unsafe-inline';frame-ancestors 'self';sandbox";

/** Browsers do not display PDF files in a sandbox. */
const documentPolicy =
  "default-src 'none';style-src 'unsafe-inline';object-src 'self';frame-ancestors 'self'";

function respond(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>): Response {
  return new Response(body, { headers });
}
