import { Hono } from "hono";
import { recordEmailView } from "#app/audit/record-once.server.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { type Guard, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { respondWithDocument } from "#app/staff/email-document/respond-with-document.server.ts";
import { findReadableEmail } from "#app/staff/email/find-readable-email.server.ts";
import { listSamples, renderSample } from "./email-samples.server.ts";

type Deps = Pick<RequestServices, "db" | "emails" | "persons" | "siteUrl"> & { identity: Guard };

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/letters/…`: emails as HTML documents, for the frames in the staff area. */
export function createEmailDocuments({ db, emails, identity, persons, siteUrl }: Deps): Hono<Facts> {
  return new Hono<Facts>()
    .get("/letters/previews/:name", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canViewLeads);
      if (!access.ok) return access.refusal;
      const sample = listSamples(emails).find(({ name }) => name === c.req.param("name"));
      return sample === undefined
        ? refuse("not-found")
        : respondWithDocument(renderSample(sample, siteUrl).html);
    })
    .get("/letters/:id/document", async (c) => {
      const access = await authorizeStaff(identity, c.req.raw, canViewLeads);
      if (!access.ok) return access.refusal;
      const { id: sessionId, staff } = access.session;
      const email = await findReadableEmail(db, staff, c.req.param("id"));
      if (email === undefined || email.bodyHtml === null) return refuse("not-found");
      await recordEmailView(db, {
        actor: staff,
        sessionId,
        letter: email.id,
        subject: persons.subjectOf(email.recipient),
        clientAddress: c.get("clientAddress"),
      });
      return respondWithDocument(withoutKeys(email.bodyHtml));
    });
}
