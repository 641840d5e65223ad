import { renderToStaticMarkup } from "react-dom/server";
import { emailLinkPaths } from "./email-link-paths.ts";
import type { EmailContent } from "./email-content.ts";
import { EmailDocument } from "./email-document.server.tsx";
import { renderEmailText } from "./email-text.server.ts";

/** What stands around the words of every letter. */
export type EmailLayout = {
  /** Without a slash at the end. */
  siteUrl: string;
  postalAddressLines: readonly string[];
  /** The unguessable part of the address at which this letter's recipient says which letters are wanted. */
  preferencesKey: string;
};

/** A letter's words in their frame: as it is shown, as it is read without pictures, and what goes on its envelope. */
export type RenderedEmail = { text: string; html: string; headers: Record<string, string> };

/**
 * Frames what a letter says: the house's look, who sent it, the disclosures, and for visitors the way to stop letters.
 * @param content.audience letters to ourselves and about accounts are stopped by nobody, so theirs is left out
 */
export function renderEmail(content: EmailContent, around: EmailLayout): RenderedEmail {
  const preferencesUrl =
    content.audience === "visitor"
      ? `${around.siteUrl}${emailLinkPaths.preferences}/${around.preferencesKey}`
      : undefined;
  const surroundings = { postalAddressLines: around.postalAddressLines, preferencesUrl };
  return {
    text: renderEmailText(content, surroundings),
    html: `<!doctype html>${renderToStaticMarkup(<EmailDocument content={content} around={surroundings} />)}`,
    headers: headersOf(content, around),
  };
}

function headersOf({ audience }: EmailContent, around: EmailLayout): Record<string, string> {
  // RFC 3834: nobody's "out of office" answers these.
  const headers = { "Auto-Submitted": "auto-generated" };
  if (audience !== "visitor") return headers;
  return {
    ...headers,
    "List-Unsubscribe": `<${around.siteUrl}${emailLinkPaths.unsubscribe}/${around.preferencesKey}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
