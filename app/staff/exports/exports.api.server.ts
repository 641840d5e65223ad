import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { type Actor, actorOf, recordAudit } from "#app/audit/audit.server.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import { canExportAudit, canExportLeads } from "#app/identity/accounts/permissions.ts";
import { errorTable } from "#app/platform/errors.ts";
import { refuse } from "#app/platform/refusal.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/staff/time/describe-moment.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { type Guard, type Permission, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { practice } from "#content/practice.ts";
import type { Progress } from "./csv-file.server.ts";
import { type ExportPatience, exportPatience } from "#app/staff/data-table/export-limits.ts";
import {
  type ExportFile,
  exportFiles,
  filePrefixes,
  pageOfList,
  recordCountHeader,
} from "#app/staff/data-table/export-lists.ts";
import { type ExportPlaces, exportPlaces } from "./concurrent-exports.server.ts";
import { type AskedExport, readExport } from "./export-tables.server.ts";
import { exportsUnderWay } from "#app/staff/data-table/exports.messages.ts";
import { isNavigation } from "#app/staff/data-table/is-navigation.ts";
import { openSnapshot } from "./open-snapshot.server.ts";
import { streamText } from "./stream-text.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log"> & {
  identity: Guard;
  /** Shorter in tests alone. */
  patience?: ExportPatience;
};

type Facts = {
  /** Not there in tests without a server. */
  Bindings: { outgoing?: { setTimeout(ms: number): unknown } };
  Variables: { clientAddress: string };
};

/**
 * `GET /api/exports/assessments.csv` and the other exports, and `POST` for the raw variant. Streams every record that matches the URL's
 * filters. The caller needs the export permission and recent authentication.
 */
export function staffExports(deps: Deps): Hono<Facts> {
  const exports = new Hono<Facts>();
  const parts = { ...deps, places: exportPlaces() };
  for (const list of exportFiles) {
    exports.on(["GET", "POST"], `/exports/${list}.csv`, (c) => answerExport(parts, list, c));
  }
  return exports;
}

/**
 * The raw variant does not neutralize spreadsheet formulas. It requires POST so that no link can make a browser download it.
 */
function isRawVariant(c: Context): boolean {
  return c.req.method === "POST";
}

/** Who may take a file out, and as what it stands in the audit log. */
type Rules = { may: Permission; begun: AuditAction; ended: AuditAction };

const leads: Rules = { may: canExportLeads, begun: "leads-export-begun", ended: "leads-exported" };
const audit: Rules = { may: canExportAudit, begun: "audit-export-begun", ended: "audit-exported" };

function rulesOf(list: ExportFile): Rules {
  return list === "audit" ? audit : leads;
}

type Parts = Deps & { places: ExportPlaces };

async function answerExport(parts: Parts, list: ExportFile, c: Context<Facts>): Promise<Response> {
  const found = await authorizeStaff(parts.identity, c.req.raw, rulesOf(list).may, {
    requiresRecentAuthentication: true,
  });
  if (!found.ok) return found.kind === "proof" ? askForProof(c, list, found.refusal) : found.refusal;
  const asked = await readExport[list](parts.db, new URL(c.req.url).searchParams, isRawVariant(c));
  if (asked === undefined) return refuse("invalid");
  const fileName = fileNameOf(list, asked, parts.clock.now());
  // Nobody reads, and so nobody ends, the body of an answer to HEAD.
  if (c.req.method === "HEAD") return csvResponse(null, { fileName });
  const { id: sessionId, staff } = found.session;
  const leave = parts.places.take(sessionId);
  if (leave === undefined) return refuseForNow(c);
  const { patience = exportPatience } = parts;
  // The server would close the connection sooner: it has less patience with what stands still.
  c.env.outgoing?.setTimeout(patience.unreadMs);
  try {
    const record = await recordExport(
      parts,
      { ...rulesOf(list), what: whatLeaves(list, asked) },
      {
        actor: actorOf(staff),
        clientAddress: c.get("clientAddress"),
      },
    );
    return await streamExport({ ...parts, patience }, asked, { fileName, record, leave });
  } catch (error) {
    leave();
    throw error;
  }
}

/** While as many exports are under way as may be. */
function refuseForNow(c: Context<Facts>): Response {
  if (!isNavigation(c.req.raw)) return refuse("too-many");
  return c.text(exportsUnderWay.description, errorTable["too-many"].status, { "Cache-Control": "no-store" });
}

/** A link or form, followed without scripting, leads to the question and back; a script reads the refusal. */
function askForProof(c: Context<Facts>, list: ExportFile, refusal: Response): Response {
  if (!isNavigation(c.req.raw)) return refusal;
  const { search, searchParams } = new URL(c.req.url);
  // The page of the list shows the same, and the button again. Only it narrows an export down, or has the other for machines; what is
  // asked for whole is asked for on the dashboard, but for the audit log.
  const isWhole = search === "" && !isRawVariant(c);
  const page = isWhole && list !== "audit" ? pages.admin : pageOfList[list];
  const said = searchParams.size === 0 ? "" : `?${searchParams.toString()}`;
  return c.redirect(stepUpPath(page.path + said));
}

/** What the audit log is told of an export. */
function whatLeaves(list: ExportFile, { isRaw, filters }: AskedExport): Record<string, string | boolean> {
  const narrowed = Object.keys(filters).length === 0 ? { filter: "none" } : filters;
  return { list, ...narrowed, ...(isRaw ? { raw: true } : {}) };
}

type ExportRecord = { end(progress: Progress, error?: unknown): Promise<void> };

/**
 * Tells the audit log of an export before its first byte leaves, and of its end with what went out. Where a server is killed in
 * between, the beginning stands alone: then nobody can say how much went out.
 */
async function recordExport(
  { db, log }: Deps,
  { what, begun, ended }: Pick<Rules, "begun" | "ended"> & { what: Record<string, string | boolean> },
  by: { actor: Actor; clientAddress: string },
): Promise<ExportRecord> {
  const subject = `export:${randomUUID()}`;
  await recordAudit(db, { ...by, action: begun, subject, details: what });
  return {
    async end({ records, isComplete }, error) {
      const untilThen = isComplete ? "complete" : "given-up";
      const details = { ...what, records, end: error === undefined ? untilThen : "broke-off" };
      try {
        await recordAudit(db, { ...by, action: ended, subject, details });
      } catch (cause) {
        // It has left, and cannot be called back.
        log.error("export.audit_failed", {
          ...details,
          export: subject,
          error: cause,
        });
      }
    },
  };
}

/** The number in the header and the records in the body are of one moment. */
async function streamExport(
  { db, log, patience }: Deps & { patience: ExportPatience },
  asked: AskedExport,
  { fileName, record, leave }: { fileName: string; record: ExportRecord; leave: () => void },
): Promise<Response> {
  const progress: Progress = { records: 0, isComplete: false };
  let close = (): Promise<void> => Promise.resolve();
  const end = async (error?: unknown): Promise<void> => {
    await close();
    // Once its connection is free, and before the record of it asks for another.
    leave();
    await record.end(progress, error);
  };
  try {
    const snapshot = await openSnapshot(db);
    close = snapshot.close;
    const records = await asked.count(snapshot.db);
    const file = streamText(asked.file(snapshot.db, progress), {
      patience,
      async onEnd(error) {
        if (error !== undefined) log.error("export.aborted", { error });
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

/** With the date in the practice's time zone, as 2026-11-21. */
function fileNameOf(list: ExportFile, { isRaw }: AskedExport, at: Date): string {
  return `${filePrefixes[list]}${isRaw ? "raw-" : ""}${dayIn(practice.timeZone, at)}.csv`;
}
