import { Hono } from "hono";
import type { RequestServices } from "#app/context.server.ts";
import { canExportLeads } from "#app/identity/can.ts";
import {
  type Assessment,
  eachAssessment,
  summariseAssessments,
} from "#app/leads/assessment/list-assessments.server.ts";
import { byteOrderMark, type CsvColumn, csvHeadings, csvRecord } from "#app/platform/csv.ts";
import { refuse } from "#app/platform/refusal.ts";
import { practice } from "#content/practice.ts";
import { assessmentColumns } from "./assessment-columns.ts";
import { recordCountHeader } from "./assessment-export.ts";
import { openSnapshot } from "./open-snapshot.server.ts";
import { streamText } from "./stream-text.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log"> & {
  identity: Pick<RequestServices["identity"], "currentStaff">;
};

/** `GET /api/exports/assessments.csv`: every assessment, streamed, for those who may take lead data out. */
export function staffExports(deps: Deps): Hono {
  return new Hono().get("/exports/assessments.csv", async (c) => {
    const staff = await deps.identity.currentStaff(c.req.raw.headers);
    if (staff === null) return refuse("signed-out");
    if (!canExportLeads(staff)) return refuse("forbidden");
    const fileName = `pre-loi-assessments-${isoDate(deps.clock.now())}.csv`;
    // Nobody reads, and so nobody ends, the body of an answer to HEAD.
    if (c.req.method === "HEAD") return csvResponse(null, { fileName });
    return exportAssessments(deps, fileName);
  });
}

/** The number in the header and the records in the body are of one moment. */
async function exportAssessments({ db, clock, log }: Deps, fileName: string): Promise<Response> {
  const snapshot = await openSnapshot(db);
  try {
    const { total } = await summariseAssessments(snapshot.db, clock);
    const file = streamText(csvFile(assessmentColumns, eachAssessment(snapshot.db)), async (error) => {
      if (error !== undefined) log.error("an export broke off", { error });
      await snapshot.close();
    });
    return csvResponse(file, { fileName, records: total });
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

/** The file in pieces of some thousand characters: a piece for each record would take ten times as long to send. */
async function* csvFile(
  columns: readonly CsvColumn<Assessment>[],
  rows: AsyncIterable<Assessment>,
): AsyncGenerator<string> {
  let piece = byteOrderMark + csvHeadings(columns);
  for await (const row of rows) {
    piece += csvRecord(columns.map((column) => column.valueOf(row)));
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = "";
  }
  yield piece;
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
