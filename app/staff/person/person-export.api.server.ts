import { type Context, Hono } from "hono";
import { actorOf } from "#app/audit/audit.server.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { canExportLeads } from "#app/identity/accounts/permissions.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { recordPersonExport } from "#app/people/export/record-person-export.server.ts";
import { findSessionStaff, type StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { pages } from "#app/pages/registry.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { logExportEnd, nameExportEnd } from "#app/staff/export-button/export-end.server.ts";
import { type ExportTimeouts, exportTimeouts } from "#app/staff/export-button/export-limits.ts";
import { type ExportSlots, refuseExport } from "#app/staff/export-button/export-slots.server.ts";
import { streamText } from "#app/staff/export-button/stream-text.server.ts";
import { isNavigation } from "#app/staff/shell/is-navigation.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { type Guard, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { practice } from "#content/practice.ts";
import { personPath } from "#app/staff/paths/person-path.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log" | "persons"> & {
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
 * `POST /api/people/:leadId/export`: exports all data about a person as a file for that person. Requires the export permission and recent
 * authentication. It has the limits of the exports of lists, and ends like them when its reader loses access.
 */
export function personExports({ exportSlots, ...deps }: Deps): Hono<Facts> {
  return new Hono<Facts>().post("/people/:leadId/export", async (c) => {
    const asked = await authorizeStaff(deps.identity, c.req.raw, canExportLeads, {
      requiresRecentAuthentication: true,
    });
    const isPressed = isNavigation(c.req.raw);
    if (!asked.ok) return asked.kind === "proof" && isPressed ? redirectToStepUp(c) : asked.refusal;
    const release = exportSlots.take(asked.session.staff.id);
    if (release === undefined) return refuseExport(c.req.raw);
    try {
      const file = await openFile(deps, c, asked.session, release);
      if (file !== undefined) return createFileResponse(file, deps.clock.now());
    } catch (error) {
      release();
      throw error;
    }
    release();
    // The person was probably erased in the meantime, and the page says so.
    return isPressed ? c.redirect(pageOf(c), 303) : refuse("not-found");
  });
}

/** @returns undefined without any data */
async function openFile(
  { clock, db, log, persons, timeouts = exportTimeouts }: Omit<Deps, "exportSlots">,
  c: Context<Facts>,
  { id: sessionId, staff }: StaffSession,
  release: () => void,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const email = await findAddress(db, c.req.param("leadId") ?? "");
  if (email === undefined) return undefined;
  const person = await recordPersonExport({ db, clock, persons, actor: actorOf(staff) }, email, {
    hiddenKinds: hiddenKindsFor(staff),
    clientAddress: c.get("clientAddress"),
  });
  if (person === undefined) return undefined;
  // The server's default timeout for idle connections is shorter.
  c.env.outgoing?.setTimeout(timeouts.chunkMs);
  let isComplete = false;
  async function* readFile(file: AsyncGenerator<string>): AsyncGenerator<string> {
    yield* file;
    isComplete = true;
  }
  return streamText(readFile(person.file()), {
    timeouts,
    // By the session's id, because its token changes when the person authenticates again.
    async isPermitted() {
      const current = await findSessionStaff(db, sessionId);
      return current !== null && canExportLeads(current);
    },
    async onEnd(error) {
      release();
      logExportEnd(log, error, { list: "person" });
      const end = nameExportEnd(isComplete, error);
      // The data has been sent and cannot be recalled.
      await person.recordEnd(end).catch((cause: unknown) => {
        log.error("export.audit_failed", { list: "person", end, error: cause });
      });
    },
  });
}

function createFileResponse(file: ReadableStream<Uint8Array>, now: Date): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      // The file name does not identify the person, because downloads are visible to others.
      "Content-Disposition": `attachment; filename="person-export-${dayIn(practice.timeZone, now)}.json"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Redirects to re-authentication, which returns to the person's page. */
function redirectToStepUp(c: Context): Response {
  return c.redirect(stepUpPath(pageOf(c)), 303);
}

function pageOf(c: Context): string {
  const leadId = c.req.param("leadId") ?? "";
  return isUuid(leadId) ? personPath(leadId) : pages.people.path;
}
