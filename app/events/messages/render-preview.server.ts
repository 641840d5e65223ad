import type { Kysely } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { emailKinds } from "#app/email/definition/email-kinds.ts";
import { type RenderedEmail, renderEmail } from "#app/email/rendering/render-email.server.tsx";
import type { Clock } from "#app/platform/clock.ts";
import { listPostalAddressLines } from "#content/disclosures.ts";
import { messageEmails } from "./event-message.email.server.ts";
import type { EventMessage } from "./find-messages.server.ts";
import { getMessageKind } from "./message-templates.ts";

/**
 * Renders a draft for one of its recipients, as the mail worker does. The preferences link leads nowhere.
 * @returns undefined if the message no longer applies to the person
 */
export async function renderMessagePreview(
  deps: { db: Kysely<Database>; clock: Clock; siteUrl: string },
  message: EventMessage,
  signupId: string,
): Promise<(RenderedEmail & { subject: string }) | undefined> {
  const content = await messageEmails[message.template].preview(deps, message, signupId);
  if (content === undefined) return undefined;
  const { category } = emailKinds[getMessageKind(message.template)];
  const { siteUrl } = deps;
  const layout = {
    category,
    siteUrl,
    postalAddressLines: listPostalAddressLines(),
    preferencesKey: "preview",
  };
  return { subject: content.subject, ...renderEmail(content, layout) };
}
