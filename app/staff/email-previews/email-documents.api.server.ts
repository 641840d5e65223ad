import { Hono } from "hono";
import { recordEmailView } from "#app/audit/record-once.server.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { refuse } from "#app/platform/refusal.ts";
import { type Guard, staffOrRefusal } from "#app/staff/shell/require-staff.server.ts";
import { findReadableEmail } from "#app/staff/email/find-readable-email.server.ts";
import { frameSample } from "./render-sample.server.ts";
import { sampleEmails } from "./sample-emails.server.ts";

type Deps = Pick<RequestServices, "db" | "persons" | "siteUrl"> & { identity: Guard };

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/letters/…`: letters as documents, for the frames in which staff look at them. */
export function letterDocuments({ db, identity, persons, siteUrl }: Deps): Hono<Facts> {
  return new Hono<Facts>()
    .get("/letters/previews/:name", async (c) => {
      const asked = await staffOrRefusal(identity, c.req.raw, canViewLeads);
      if (!asked.ok) return asked.refusal;
      const sample = sampleEmails(siteUrl).find(({ name }) => name === c.req.param("name"));
      return sample === undefined
        ? refuse("not-found")
        : letterDocument(frameSample(sample.content, siteUrl).html);
    })
    .get("/letters/:id/document", async (c) => {
      const asked = await staffOrRefusal(identity, c.req.raw, canViewLeads);
      if (!asked.ok) return asked.refusal;
      const { id: sessionId, staff } = asked.session;
      const letter = await findReadableEmail(db, staff, c.req.param("id"));
      if (letter === undefined || letter.bodyHtml === null) return refuse("not-found");
      await recordEmailView(db, {
        actor: staff,
        sessionId,
        letter: letter.id,
        subject: persons.subjectOf(letter.recipient),
        clientAddress: c.get("clientAddress"),
      });
      return letterDocument(withoutKeys(letter.bodyHtml));
    });
}

/** Nothing in it runs, loads or leads anywhere, whatever it holds; and nobody but our own pages frames it. */
function letterDocument(html: string): Response {
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy":
        "default-src 'none';style-src 'unsafe-inline';form-action 'none';base-uri 'none';frame-ancestors 'self';sandbox",
      "Cache-Control": "no-store",
    },
  });
}
