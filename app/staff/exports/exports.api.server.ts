import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { type Actor, recordAudit } from "#app/audit/audit.server.ts";
import type { RequestServices } from "#app/context.server.ts";
import { canExportLeads } from "#app/identity/can.ts";
import {
  type Assessment,
  countAssessments,
  eachAssessment,
} from "#app/leads/lists/list-assessments.server.ts";
import { byteOrderMark, type CsvColumn, csvHeadings, csvRecord } from "#app/platform/csv.ts";
import { pages } from "#app/pages/registry.ts";
import { proofPath } from "#app/staff/proof-path.ts";
import { type Guard, staffOrRefusal } from "#app/staff/require-staff.server.ts";
import { practice } from "#content/practice.ts";
import { assessmentColumns } from "./assessment-columns.ts";
import { filePrefixes, recordCountHeader } from "./export-lists.ts";
import { openSnapshot } from "./open-snapshot.server.ts";
import { streamText } from "./stream-text.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log"> & {
  identity: Guard;
};

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/exports/assessments.csv`: every assessment, streamed, for those who may take lead data out and have just proved who they are. */
export function staffExports(deps: Deps): Hono<Facts> {
  return new Hono<Facts>().get("/exports/assessments.csv", async (c) => {
    const asked = await staffOrRefusal(deps.identity, c.req.raw, canExportLeads, { proof: "fresh" });
    if (!asked.ok) return asked.kind === "proof" ? askForProof(c, asked.refusal) : asked.refusal;
    const { id, email } = asked.session.staff;
    const fileName = `${filePrefixes.assessments}${isoDate(deps.clock.now())}.csv`;
    // Nobody reads, and so nobody ends, the body of an answer to HEAD.
    if (c.req.method === "HEAD") return csvResponse(null, { fileName });
    const actor = { kind: "staff", id, email } as const;
    const record = await recordExport(deps, { actor, clientAddress: c.get("clientAddress") });
    return exportAssessments(deps, fileName, record);
  });
}

/** The link of the dashboard, followed without scripting, leads to the question and back; a script reads the refusal. */
function askForProof(c: Context, refusal: Response): Response {
  if (c.req.header("sec-fetch-mode") !== "navigate") return refusal;
  return c.redirect(proofPath(pages.admin.path));
}

/** How far an export has come. */
type Progress = { records: number; isComplete: boolean };

type ExportRecord = { end(progress: Progress, error?: unknown): Promise<void> };

/**
 * Tells the audit log of an export before its first byte leaves, and of its end with what went out. Where a server is killed in
 * between, the beginning stands alone: then nobody can say how much went out.
 */
async function recordExport(
  { db, log }: Deps,
  by: { actor: Actor; clientAddress: string },
): Promise<ExportRecord> {
  const subject = `export:${randomUUID()}`;
  const what = { list: "assessments", filter: "none" };
  await recordAudit(db, { ...by, action: "leads-export-begun", subject, details: what });
  return {
    async end({ records, isComplete }, error) {
      const untilThen = isComplete ? "complete" : "given-up";
      const details = { ...what, records, end: error === undefined ? untilThen : "broke-off" };
      try {
        await recordAudit(db, { ...by, action: "leads-exported", subject, details });
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
async function exportAssessments(
  { db, log }: Deps,
  fileName: string,
  record: ExportRecord,
): Promise<Response> {
  const snapshot = await openSnapshot(db);
  const progress: Progress = { records: 0, isComplete: false };
  try {
    const total = await countAssessments(snapshot.db, { sort: "newest" });
    const rows = eachAssessment(snapshot.db, { sort: "newest" });
    const file = streamText(csvFile(assessmentColumns, rows, progress), async (error) => {
      if (error !== undefined) log.error("an export broke off", { error });
      await snapshot.close();
      await record.end(progress, error);
    });
    return csvResponse(file, { fileName, records: total });
  } catch (error) {
    await snapshot.close();
    await record.end(progress, error);
    throw error;
  }
}

/**
 * The file in pieces of some thousand characters: a piece for each record would take ten times as long to send.
 * @param progress kept true: what is in a piece counts as gone once the piece was handed on
 */
async function* csvFile(
  columns: readonly CsvColumn<Assessment>[],
  rows: AsyncIterable<Assessment>,
  progress: Progress,
): AsyncGenerator<string> {
  let piece = byteOrderMark + csvHeadings(columns);
  let records = 0;
  for await (const row of rows) {
    piece += csvRecord(columns.map((column) => column.valueOf(row)));
    records += 1;
    if (piece.length < pieceLength) continue;
    progress.records = records;
    yield piece;
    piece = "";
  }
  progress.records = records;
  yield piece;
  progress.isComplete = true;
}

const pieceLength = 32_768;

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

/** The date in the practice's time zone, as 2026-11-21. */
function isoDate(at: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: practice.timeZone }).format(at);
}
