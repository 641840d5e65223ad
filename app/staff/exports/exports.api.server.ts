import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { RequestServices } from "#app/context.server.ts";
import type { AuditAction } from "#app/audit/audit-action.ts";
import { canExportAudit, canExportLeads } from "#app/identity/can.ts";
import { refuse } from "#app/platform/refusal.ts";
import { pages } from "#app/pages/registry.ts";
import { proofPath } from "#app/staff/proof-path.ts";
import { type Guard, type Permission, staffOrRefusal } from "#app/staff/require-staff.server.ts";
import { practice } from "#content/practice.ts";
import type { Progress } from "./csv-file.server.ts";
import {
  type ExportFile,
  exportFiles,
  filePrefixes,
  pageOfList,
  rawParameter,
  recordCountHeader,
} from "./export-lists.ts";
import { type AskedExport, readExport } from "./export-tables.server.ts";
import { openSnapshot } from "./open-snapshot.server.ts";
import { streamText } from "./stream-text.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log"> & {
  identity: Guard;
};

type Facts = { Variables: { clientAddress: string } };

/**
 * `GET /api/exports/assessments.csv` and the others: every record that fits what the address asks for, streamed, for those who may
 * take it out and have just proved who they are.
 */
export function staffExports(deps: Deps): Hono<Facts> {
  const exports = new Hono<Facts>();
  for (const list of exportFiles) exports.get(`/exports/${list}.csv`, (c) => answerExport(deps, list, c));
  return exports;
}

/** Who may take a file out, and as what it stands in the audit log. */
type Rules = { may: Permission; begun: AuditAction; ended: AuditAction };

const leads: Rules = { may: canExportLeads, begun: "leads-export-begun", ended: "leads-exported" };
const audit: Rules = { may: canExportAudit, begun: "audit-export-begun", ended: "audit-exported" };

function rulesOf(list: ExportFile): Rules {
  return list === "audit" ? audit : leads;
}

async function answerExport(deps: Deps, list: ExportFile, c: Context<Facts>): Promise<Response> {
  const found = await staffOrRefusal(deps.identity, c.req.raw, rulesOf(list).may, { proof: "fresh" });
  if (!found.ok) return found.kind === "proof" ? askForProof(c, list, found.refusal) : found.refusal;
  const asked = await readExport[list](deps.db, new URL(c.req.url).searchParams);
  if (asked === undefined) return refuse("invalid");
  const fileName = fileNameOf(list, asked, deps.clock.now());
  // Nobody reads, and so nobody ends, the body of an answer to HEAD.
  if (c.req.method === "HEAD") return csvResponse(null, { fileName });
  const { id, email } = found.session.staff;
  const record = await recordExport(
    deps,
    { ...rulesOf(list), what: whatLeaves(list, asked) },
    {
      actor: { kind: "staff", id, email },
      clientAddress: c.get("clientAddress"),
    },
  );
  return streamExport(deps, asked, { fileName, record });
}

/** A link or form, followed without scripting, leads to the question and back; a script reads the refusal. */
function askForProof(c: Context<Facts>, list: ExportFile, refusal: Response): Response {
  if (c.req.header("sec-fetch-mode") !== "navigate") return refusal;
  const { search, searchParams } = new URL(c.req.url);
  // The page of the list shows the same, and the button again. Only it narrows an export down, or has the other for machines; what is
  // asked for whole is asked for on the dashboard, but for the audit log.
  const page = search === "" && list !== "audit" ? pages.admin : pageOfList[list];
  searchParams.delete(rawParameter);
  const said = searchParams.size === 0 ? "" : `?${searchParams.toString()}`;
  return c.redirect(proofPath(page.path + said));
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
        log.error("the end of an export could not be recorded", {
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
  { db, log }: Deps,
  asked: AskedExport,
  { fileName, record }: { fileName: string; record: ExportRecord },
): Promise<Response> {
  const snapshot = await openSnapshot(db);
  const progress: Progress = { records: 0, isComplete: false };
  try {
    const records = await asked.count(snapshot.db);
    const file = streamText(asked.file(snapshot.db, progress), async (error) => {
      if (error !== undefined) log.error("an export broke off", { error });
      await snapshot.close();
      await record.end(progress, error);
    });
    return csvResponse(file, { fileName, records });
  } catch (error) {
    await snapshot.close();
    await record.end(progress, error);
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
  const date = new Intl.DateTimeFormat("sv-SE", { timeZone: practice.timeZone }).format(at);
  return `${filePrefixes[list]}${isRaw ? "raw-" : ""}${date}.csv`;
}
