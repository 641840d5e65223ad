import { renderToStaticMarkup } from "react-dom/server";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import { emailLinkPaths } from "./email-link-paths.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { EmailDocument } from "./email-document.server.tsx";
import { renderEmailText } from "./email-text.server.ts";

export type EmailLayout = {
  category: EmailCategory;
  /** Without a slash at the end. */
  siteUrl: string;
  postalAddressLines: readonly string[];
  /** The secret part of the preference page's URL for this recipient. */
  preferencesKey: string;
};

export type RenderedEmail = { text: string; html: string; headers: Record<string, string> };

/**
 * Adds the layout to an email: the letterhead, the sender, the disclosures and, for visitors and for emails that staff chose, the way to
 * opt out.
 */
export function renderEmail(content: EmailContent, layout: EmailLayout): RenderedEmail {
  const { category, siteUrl, postalAddressLines, preferencesKey } = layout;
  const canStop = category !== "account" && category !== "notifications";
  const preferencesUrl = canStop ? `${siteUrl}${emailLinkPaths.preferences}/${preferencesKey}` : undefined;
  const footer = { postalAddressLines, preferencesUrl, isForStaff: category === "digests" };
  return {
    text: renderEmailText(content, footer),
    html: `<!doctype html>${renderToStaticMarkup(<EmailDocument content={content} footer={footer} />)}`,
    headers: {
      // Prevents automatic replies (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(canStop && {
        "List-Unsubscribe": `<${siteUrl}${emailLinkPaths.unsubscribe}/${preferencesKey}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}
