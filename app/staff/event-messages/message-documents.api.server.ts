import { Hono } from "hono";
import { recordPersonView } from "#app/audit/record-once.server.ts";
import { findMessage } from "#app/events/messages/find-messages.server.ts";
import { renderMessagePreview } from "#app/events/messages/render-preview.server.ts";
import { previewMessage } from "#app/events/messages/send-message.server.ts";
import { canSendEmails } from "#app/identity/accounts/permissions.ts";
import { withoutKeys } from "#app/people/export/remove-link-keys.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { respondWithDocument } from "#app/staff/email-document/respond-with-document.server.ts";
import { authorizeStaff, type Guard } from "#app/staff/shell/require-staff.server.ts";

type Deps = Pick<RequestServices, "clock" | "db" | "persons" | "siteUrl"> & { identity: Guard };

type Facts = { Variables: { clientAddress: string } };

/** `GET /api/events/{event}/messages/{message}/document`: the preview of a draft as HTML, for the frame on its page. */
export function createMessageDocuments({ identity, ...deps }: Deps): Hono<Facts> {
  return new Hono<Facts>().get("/events/:eventId/messages/:messageId/document", async (c) => {
    const access = await authorizeStaff(identity, c.req.raw, canSendEmails);
    if (!access.ok) return access.refusal;
    const { eventId, messageId } = c.req.param();
    const message = await findMessage(deps.db, eventId, messageId);
    if (message === undefined || message.sent !== undefined) return refuse("not-found");
    const preview = await previewMessage(deps, message);
    const [first] = "blocker" in preview ? [] : preview.recipients;
    if (first === undefined) return refuse("not-found");
    const rendered = await renderMessagePreview(deps, message, first.id);
    if (rendered === undefined) return refuse("not-found");
    const { id: sessionId, staff } = access.session;
    await recordPersonView(deps.db, {
      actor: staff,
      sessionId,
      subject: deps.persons.subjectOf(first.email),
      clientAddress: c.get("clientAddress"),
    });
    return respondWithDocument(withoutKeys(rendered.html));
  });
}
