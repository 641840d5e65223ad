import { type RenderedEmail, renderEmail } from "#app/email/rendering/render-email.server.tsx";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { postalAddressLines } from "#content/disclosures.ts";

/** A letter to nobody in the frame of all letters. Nobody's wishes stand behind its last link. */
export function frameSample(content: EmailContent, siteUrl: string): RenderedEmail {
  return renderEmail(content, { siteUrl, postalAddressLines, preferencesKey: "sample" });
}
