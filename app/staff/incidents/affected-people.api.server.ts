import { Hono } from "hono";
import { actorOf } from "#app/audit/audit.server.ts";
import { findIncident } from "#app/compliance/incidents/incidents.server.ts";
import { canManageIncidents } from "#app/identity/accounts/permissions.ts";
import type { AffectedPeople } from "#app/people/incidents/affected-people.server.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { byteOrderMark, csvRecord } from "#app/platform/text/csv.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { type ExportSlots, refuseExport } from "#app/staff/export-button/export-slots.server.ts";
import { incidentPath } from "#app/staff/paths/record-path.ts";
import { stepUpPath } from "#app/staff/paths/step-up-path.ts";
import { isNavigation } from "#app/staff/shell/is-navigation.ts";
import { authorizeStaff, type Guard } from "#app/staff/shell/require-staff.server.ts";
import { findAffected } from "./find-affected.server.ts";
import { affectedCsvTexts } from "./incidents.messages.ts";
import { accessSchema } from "./incidents.schema.ts";

type Deps = Pick<RequestServices, "db" | "persons"> & { identity: Guard; exportSlots: ExportSlots };

type Facts = { Variables: { clientAddress: string } };

/** `POST /api/incidents/:id/people`: the people whom an incident affects as CSV. Requires recent authentication. */
export function createAffectedPeople({ db, identity, persons, exportSlots }: Deps): Hono<Facts> {
  return new Hono<Facts>().post("/incidents/:id/people", async (c) => {
    const access = await authorizeStaff(identity, c.req.raw, canManageIncidents, {
      requiresRecentAuthentication: true,
    });
    const id = /^\d{1,9}$/.test(c.req.param("id")) ? Number(c.req.param("id")) : 0;
    if (!access.ok) {
      const isStepUp = access.kind === "proof" && isNavigation(c.req.raw);
      return isStepUp ? c.redirect(stepUpPath(incidentPath(id)), 303) : access.refusal;
    }
    if ((await findIncident(db, id)) === undefined) return refuse("not-found");
    const parsed = parseForm(accessSchema, await readForm(c.req.raw));
    if (!parsed.ok) return refuse("invalid");
    const { staff } = access.session;
    const release = exportSlots.take(staff.id);
    if (release === undefined) return refuseExport(c.req.raw);
    try {
      const deps = { db, persons, actor: actorOf(staff), clientAddress: c.get("clientAddress") };
      const found = await findAffected(deps, { id, ...parsed.value }, "affected-people-exported");
      return new Response(byteOrderMark + formatCsv(found), {
        headers: {
          "Content-Type": "text/csv; charset=utf-8",
          "Content-Disposition": `attachment; filename="affected-people-${id}.csv"`,
          "Cache-Control": "no-store",
        },
      });
    } finally {
      release();
    }
  });
}

function formatCsv({ people, erased }: AffectedPeople): string {
  const { headings, basis } = affectedCsvTexts;
  return [
    csvRecord(headings),
    ...people.map((person) =>
      csvRecord([
        person.name,
        person.email,
        basis[person.basis],
        person.isExported ? "yes" : "no",
        person.firstAt.toISOString(),
        person.lastAt.toISOString(),
      ]),
    ),
    ...erased.map((digest) => csvRecord(["", digest, basis.erased, "", "", ""])),
  ].join("");
}
