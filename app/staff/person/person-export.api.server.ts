import { type Context, Hono } from "hono";
import { actorOf } from "#app/audit/audit.server.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { canExportLeads } from "#app/identity/accounts/permissions.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { recordPersonExport } from "#app/people/export/record-person-export.server.ts";
import { pages } from "#app/pages/registry.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { Log } from "#app/platform/log.server.ts";
import { isUuid } from "#app/platform/text/uuid.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { isNavigation } from "#app/staff/shell/is-navigation.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { type Guard, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { practice } from "#content/practice.ts";
import { personPath } from "#app/staff/paths/person-path.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "log" | "persons"> & { identity: Guard };

type Facts = { Variables: { clientAddress: string } };

/**
 * `POST /api/people/:leadId/export`: exports all data about a person as a file for that person. Requires the export permission and recent
 * authentication.
 */
export function personExports({ clock, db, log, persons, identity }: Deps): Hono<Facts> {
  return new Hono<Facts>().post("/people/:leadId/export", async (c) => {
    const asked = await authorizeStaff(identity, c.req.raw, canExportLeads, {
      requiresRecentAuthentication: true,
    });
    const isPressed = isNavigation(c.req.raw);
    if (!asked.ok) return asked.kind === "proof" && isPressed ? redirectToStepUp(c) : asked.refusal;
    const email = await findAddress(db, c.req.param("leadId"));
    const actor = actorOf(asked.session.staff);
    const person =
      email === undefined
        ? undefined
        : await recordPersonExport({ db, clock, persons, actor }, email, {
            hiddenKinds: hiddenKindsFor(asked.session.staff),
            clientAddress: c.get("clientAddress"),
          });
    // The person was probably erased in the meantime, and the page says so.
    if (person === undefined) return isPressed ? c.redirect(pageOf(c), 303) : refuse("not-found");
    const today = dayIn(practice.timeZone, clock.now());
    return new Response(streamFile(person.file(), log), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        // The file name does not identify the person, because downloads are visible to others.
        "Content-Disposition": `attachment; filename="person-export-${today}.json"`,
        "Cache-Control": "no-store",
      },
    });
  });
}

/** An error ends the response without its end, so that a partial file is not mistaken for a complete one. */
function streamFile(chunks: AsyncGenerator<string>, log: Log): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next().catch((error: unknown) => {
        log.error("export.aborted", { error });
        throw error;
      });
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      await chunks.return(undefined);
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
