import { makeZip } from "client-zip";
import { Hono } from "hono";
import { actorOf, recordAudit } from "#app/audit/audit.server.ts";
import { hashBytes } from "#app/compliance/archive/entry-hash.server.ts";
import type { ExportFile } from "#app/compliance/site-export/export-file.ts";
import {
  type ExportedMoment,
  listExport,
  type ListedFile,
  manifestName,
} from "#app/compliance/site-export/export-site.server.ts";
import { endOfMinute, findEntryTimes } from "#app/compliance/archive/find-captures.server.ts";
import { createClaimsFiles } from "#app/compliance/claims/export-claims.server.ts";
import { createRegistersFiles } from "#app/compliance/records/export-registers.server.ts";
import { listPeriodDetails } from "#app/compliance/site-export/period.server.ts";
import { canExportAudit, canReadIncidents, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { readForm } from "#app/platform/http/form.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { type ExportSlots, refuseExport } from "#app/staff/export-button/export-slots.server.ts";
import { dayFields, emailsField, recordPath, screenFields } from "#app/staff/paths/record-path.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { isNavigation } from "#app/staff/shell/is-navigation.ts";
import { authorizeStaff, type Guard } from "#app/staff/shell/require-staff.server.ts";
import { practice } from "#content/practice.ts";
import { type AuditPart, findAuditPart, readAuditDays } from "./audit-days.server.ts";
import type { AuditDaysProblem } from "./audit-days.messages.ts";
import { findChosenPeriod } from "./period-days.server.ts";
import type { PeriodDownloadProblem } from "./period.messages.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "siteUrl"> & { identity: Guard; exportSlots: ExportSlots };

type Facts = { Variables: { clientAddress: string } };

/**
 * `POST /api/record/packages/:position?at=<time>`: the site after an entry of the archive as a ZIP file, which `verify.mjs` in it verifies.
 * The time is the one that was asked for, if the entry was the latest one then; without it, that of the entry. Fields with days add all
 * versions of these days, and the site is then that of their end. Other fields add the audit log of some days and the emails sent on them,
 * which requires the permission to export the audit log and recent authentication.
 */
export function createRecordPackages({ clock, db, identity, siteUrl, exportSlots }: Deps): Hono<Facts> {
  return new Hono<Facts>().post("/record/packages/:position", async (c) => {
    const reading = readPackageForm(c.req.raw);
    // A form that cannot be read is refused below, after access is checked.
    const form = await reading.catch(() => new FormData());
    const days = readAuditDays(form);
    const access = await authorizeStaff(
      identity,
      c.req.raw,
      days === undefined ? canReadRecord : canExportAudit,
      {
        requiresRecentAuthentication: days !== undefined,
      },
    );
    if (!access.ok) {
      const isStepUp = access.kind === "proof" && isNavigation(c.req.raw);
      return isStepUp ? c.redirect(stepUpPath(readReturnPath(form)), 303) : access.refusal;
    }
    const { staff } = access.session;
    const asked = await readMoment({ clock, db }, c.req.param("position"), c.req.query("at"));
    if (asked === undefined) return refuse("not-found");
    await reading;
    const release = exportSlots.take(staff.id);
    if (release === undefined) return refuseExport(c.req.raw);
    try {
      const now = clock.now();
      const chosen = await findChosen(db, { form, days, asked, now });
      if ("problems" in chosen) return c.redirect(readReturnPath(form, chosen.problems), 303);
      const { audit, shown } = chosen;
      const claims = await createClaimsFiles(db, shown, now);
      const registers = await createRegistersFiles(db, now, { withIncidents: canReadIncidents(staff) });
      const moment = {
        ...shown,
        exportedAt: now,
        siteUrl,
        attachments: [...claims.files, ...registers],
        pagesWithClaims: claims.pagesWithClaims,
      };
      const { zip, manifest } = await readZip(db, moment, audit?.files);
      const entry = { entry: moment.position, at: moment.at.toISOString() };
      await recordAudit(db, {
        action: "record-exported",
        actor: actorOf(staff),
        details: { ...entry, ...listPeriodDetails(shown.period), ...audit?.details, manifest },
        clientAddress: c.get("clientAddress"),
      });
      return createResponse(zip, nameFile(moment));
    } finally {
      release();
    }
  });
}

/**
 * Reads the form of a request. A request without a body chooses no days. A body is recognized by its headers, because Node's server adds
 * an empty stream to a request without one.
 */
async function readPackageForm(request: Request): Promise<FormData> {
  const { headers } = request;
  const declaresBody = headers.has("content-type") || headers.has("transfer-encoding");
  const length = headers.get("content-length") ?? "0";
  return declaresBody || length !== "0" ? readForm(request) : new FormData();
}

/**
 * The entry, and the given time, or that of the entry if it is missing or earlier. The time is neither in the future nor that of a later
 * entry, because the file says that this was published then.
 */
async function readMoment(
  { clock, db }: Pick<Deps, "clock" | "db">,
  entry: string,
  time = "",
): Promise<Moment | undefined> {
  const position = /^[1-9]\d{0,8}$/.test(entry) ? Number(entry) : 0;
  const times = await findEntryTimes(db, position);
  if (times === undefined) return undefined;
  const { recordedAt, until } = times;
  const given = new Date(time);
  if (Number.isNaN(given.getTime()) || given < recordedAt) return { position, at: recordedAt };
  const latest = until === null ? endOfMinute(clock.now()) : new Date(until.getTime() - 1);
  return { position, at: given < latest ? given : latest };
}

type Problems = { audit?: AuditDaysProblem; period?: PeriodDownloadProblem };

type Moment = Pick<ExportedMoment, "position" | "at" | "period">;

/** What a download with the days in the form contains, or why it cannot contain these days. */
async function findChosen(
  db: Deps["db"],
  chosen: { form: FormData; days: ReturnType<typeof readAuditDays>; asked: Moment; now: Date },
): Promise<{ audit: AuditPart | undefined; shown: Moment } | { problems: Problems }> {
  const { form, days, asked, now } = chosen;
  const audit = typeof days === "object" ? await findAuditPart(db, days) : days;
  if (typeof audit === "string") return { problems: { audit } };
  const period = await findChosenPeriod(db, form, now);
  if (typeof period === "string") return { problems: { period } };
  const end = period && { position: period.position, at: period.endsAt, period };
  return { audit, shown: { ...asked, ...end } };
}

/** The screen that the form was sent from, with what the form contained. */
function readReturnPath(form: FormData, problems: Problems = {}): string {
  const given = [...screenFields, ...dayFields, emailsField].flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" && value !== "" && value.length <= maxReturned
      ? [[name, value] as const]
      : [];
  });
  return recordPath({ page: "/", ...Object.fromEntries<string>(given), ...problems });
}

/** The longest path of a page. Days and times are shorter. */
const maxReturned = 300;

/**
 * The site has a few megabytes and the versions of a period are limited, so the file is complete before it is sent. A download that breaks
 * off is then shorter than announced.
 */
async function readZip(
  db: Deps["db"],
  moment: ExportedMoment,
  more: AuditPart["files"] | undefined,
): Promise<{ zip: ArrayBuffer; manifest: string }> {
  let manifest = "";
  async function* listFiles(): AsyncGenerator<ExportFile> {
    const written: ListedFile[] = [];
    for await (const file of more ?? []) {
      written.push({ file: file.name, sha256: hashBytes(file.content) });
      yield file;
    }
    for await (const file of listExport(db, { ...moment, written })) {
      if (file.name === manifestName) manifest = hashBytes(file.content);
      yield file;
    }
  }
  async function* listInputs() {
    for await (const { name, content } of listFiles()) {
      yield { name, input: content, lastModified: moment.at };
    }
  }
  const zip = await new Response(makeZip(listInputs())).arrayBuffer();
  return { zip, manifest };
}

/** “website-2026-01-01-to-2026-03-31.zip” with a first day, and otherwise with the last day alone. */
function nameFile({ at, period }: Pick<ExportedMoment, "at" | "period">): string {
  const since = period?.since === undefined ? "" : `${period.since}-to-`;
  return `website-${since}${dayIn(practice.timeZone, at)}.zip`;
}

function createResponse(zip: ArrayBuffer, name: string): Response {
  return new Response(zip, {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Content-Length": String(zip.byteLength),
      "Cache-Control": "no-store",
    },
  });
}
