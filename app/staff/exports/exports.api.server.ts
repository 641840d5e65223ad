import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { type Actor, actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { findSessionStaff } from "#app/identity/sessions/find-session.server.ts";
import { pages } from "#app/pages/registry.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { logExportEnd, nameExportEnd } from "#app/staff/export-button/export-end.server.ts";
import { exportPath, recordCountHeader } from "#app/staff/export-button/export-path.ts";
import { type ExportTimeouts, exportTimeouts } from "#app/staff/export-button/export-limits.ts";
import { type ExportSlots, refuseExport } from "#app/staff/export-button/export-slots.server.ts";
import { streamText } from "#app/staff/export-button/stream-text.server.ts";
import { isNavigation } from "#app/staff/shell/is-navigation.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { type Guard, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { practice } from "#content/practice.ts";
import type { Progress } from "./csv-file.server.ts";
import type { Exported, RequestedExport } from "./define-export.server.ts";
import { exportedAttendees } from "./exported-attendees.server.ts";
import { exportedLists } from "./exported-lists.server.ts";
import { exportedReports } from "./exported-reports.server.ts";
import { openSnapshot } from "./open-snapshot.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log"> & {
  identity: Guard;
  exportSlots: ExportSlots;
  /** Tests set shorter timeouts. */
  timeouts?: ExportTimeouts;
};

type Facts = {
  /** Undefined in tests without a server. */
  Bindings: { outgoing?: { setTimeout(ms: number): unknown } };
  Variables: { clientAddress: string };
};

/**
 * `GET /api/exports/assessments.csv` and the other exports, and `POST` for the raw variant. Streams every record that matches the URL's
 * filters. The caller needs the permission of the list's export and recent authentication.
 */
export function staffExports(deps: Deps): Hono<Facts> {
  const exports = new Hono<Facts>();
  for (const exported of [...exportedLists, ...exportedReports, exportedAttendees]) {
    const path = exportPath(exported.list.name).replace(/^\/api/, "");
    exports.on(["GET", "POST"], path, (c) => answerExport(deps, exported, c));
  }
  return exports;
}

/** The raw variant does not neutralize spreadsheet formulas. It requires POST so that no link can make a browser download it. */
function isRawVariant(c: Context): boolean {
  return c.req.method === "POST";
}

async function answerExport(services: Deps, exported: Exported, c: Context<Facts>): Promise<Response> {
  const { list } = exported;
  const found = await authorizeStaff(services.identity, c.req.raw, list.export.permission, {
    requiresRecentAuthentication: true,
  });
  if (!found.ok) return found.kind === "proof" ? requestStepUp(c, list, found.refusal) : found.refusal;
  const now = services.clock.now();
  const { searchParams } = new URL(c.req.url);
  const requested = await exported.read(services.db, searchParams, isRawVariant(c), now);
  if (requested === undefined) return refuse("invalid");
  const fileName = createFileName(list, requested, now);
  // The body of a response to HEAD is never read, so its stream would never end.
  if (c.req.method === "HEAD") return csvResponse(null, { fileName });
  const { id: sessionId, staff } = found.session;
  const release = services.exportSlots.take(staff.id);
  if (release === undefined) return refuseExport(c.req.raw);
  const { timeouts = exportTimeouts } = services;
  // The server's default timeout for idle connections is shorter.
  c.env.outgoing?.setTimeout(timeouts.chunkMs);
  try {
    const record = await recordExport(
      services,
      { ...list.export.actions, details: exportDetails(list, requested) },
      { actor: actorOf(staff), clientAddress: c.get("clientAddress") },
    );
    // By the session's id, because its token changes when the person authenticates again.
    const isPermitted = async (): Promise<boolean> => {
      const current = await findSessionStaff(services.db, sessionId);
      return current !== null && list.export.permission(current);
    };
    const handling = { list: list.name, fileName, record, release, isPermitted };
    return await streamExport({ ...services, timeouts }, requested, handling);
  } catch (error) {
    release();
    throw error;
  }
}

/** Without scripting, a link or form leads to re-authentication and back. Scripts receive the refusal. */
function requestStepUp(c: Context<Facts>, list: Exported["list"], refusal: Response): Response {
  if (!isNavigation(c.req.raw)) return refusal;
  const { search, searchParams } = new URL(c.req.url);
  // The dashboard also exports whole lists of leads. Filters and the raw variant are only on the page of the list.
  const isOnDashboard = search === "" && !isRawVariant(c) && list.export.isOnDashboard === true;
  const path = isOnDashboard ? pages.admin.path : list.path;
  return c.redirect(stepUpPath(searchParams.size === 0 ? path : `${path}?${searchParams.toString()}`));
}

/** Details of an export for the audit log. */
function exportDetails(
  { name }: Exported["list"],
  { isRaw, filters }: RequestedExport,
): Record<string, string | boolean> {
  const filtered = Object.keys(filters).length === 0 ? { filter: "none" } : filters;
  return { list: name, ...filtered, ...(isRaw ? { raw: true } : {}) };
}

type ExportRecord = { end(progress: Progress, error?: unknown): Promise<void> };

type ExportActions = Exported["list"]["export"]["actions"];

/**
 * Records an export in the audit log before its first byte is sent, and its end with the number of sent records. If the server is killed in
 * between, only the start is recorded, and the number of sent records is unknown.
 */
async function recordExport(
  { db, log }: Deps,
  { started, ended, details }: ExportActions & { details: Record<string, string | boolean> },
  by: { actor: Actor; clientAddress: string },
): Promise<ExportRecord> {
  const subject = `export:${randomUUID()}`;
  await recordAudit(db, { ...by, action: started, subject, details });
  return {
    async end({ records, isComplete }, error) {
      const outcome = { ...details, records, end: nameExportEnd(isComplete, error) };
      try {
        await recordAudit(db, { ...by, action: ended, subject, details: outcome });
      } catch (cause) {
        // The data has been sent and cannot be recalled.
        log.error("export.audit_failed", { ...outcome, export: subject, error: cause });
      }
    },
  };
}

type Handling = {
  list: string;
  fileName: string;
  record: ExportRecord;
  release: () => void;
  isPermitted: () => Promise<boolean>;
};

/** The number in the header and the records in the body come from one snapshot. */
async function streamExport(
  { db, log, timeouts }: Deps & { timeouts: ExportTimeouts },
  requested: RequestedExport,
  { list, fileName, record, release, isPermitted }: Handling,
): Promise<Response> {
  const progress: Progress = { records: 0, isComplete: false };
  let close = (): Promise<void> => Promise.resolve();
  const end = async (error?: unknown): Promise<void> => {
    await close();
    // After the export's connection is free, and before the audit record needs one.
    release();
    await record.end(progress, error);
  };
  try {
    const snapshot = await openSnapshot(db);
    close = snapshot.close;
    const records = await requested.count(snapshot.db);
    const file = streamText(requested.file(snapshot.db, progress), {
      timeouts,
      isPermitted,
      async onEnd(error) {
        logExportEnd(log, error, { list });
        await end(error);
      },
    });
    return csvResponse(file, { fileName, records });
  } catch (error) {
    await end(error);
    throw error;
  }
}

function csvResponse(
  body: ReadableStream<Uint8Array> | null,
  file: { fileName: string; records?: number },
): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${file.fileName}"`,
      "Cache-Control": "no-store",
      ...(file.records === undefined ? {} : { [recordCountHeader]: String(file.records) }),
    },
  });
}

/** Contains the date in the firm's time zone, such as 2026-11-21. */
function createFileName(list: Exported["list"], { isRaw }: RequestedExport, at: Date): string {
  return `${list.export.filePrefix}${isRaw ? "raw-" : ""}${dayIn(practice.timeZone, at)}.csv`;
}
