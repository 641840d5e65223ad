import { disclosures } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import type { EmailBlock, EmailContent } from "#app/email/definition/email-content.ts";

export type EmailFooter = {
  postalAddressLines: readonly string[];
  /** Where the recipient opts out. Emails that cannot be stopped have none. */
  preferencesUrl: string | undefined;
  isForStaff: boolean;
};

/** The plain text version. Lines are not wrapped, because mail programs wrap them to their width. */
export function renderEmailText({ heading, blocks }: EmailContent, footer: EmailFooter): string {
  const { postalAddressLines, preferencesUrl, isForStaff } = footer;
  const parts = [
    heading,
    ...blocks.map(renderBlock),
    // Above the signature, which many mail programs collapse.
    ...(preferencesUrl === undefined ? [] : [`${getPreferencesLabel(isForStaff)}:\n${preferencesUrl}`]),
    // Two dashes and a space start a signature (RFC 3676).
    ["-- ", ...listSenderLines(postalAddressLines)].join("\n"),
    ...disclosures,
  ];
  return parts.join("\n\n") + "\n";
}

function renderBlock(block: EmailBlock): string {
  if (typeof block === "string") return block;
  if ("facts" in block) return block.facts.map(([term, description]) => `${term}: ${description}`).join("\n");
  if ("button" in block) return `${block.button.label}:\n${block.button.url}`;
  if ("steps" in block) {
    return block.steps.map(({ title, text }, index) => `${index + 1}. ${title}\n${text}`).join("\n\n");
  }
  if ("quote" in block) return block.quote.replaceAll(/^/gm, "> ");
  const { before, label, url, after } = block.link;
  return `${before}${label} <${url}>${after}`;
}

/** The sender, one line per item. */
export function listSenderLines(postalAddressLines: readonly string[]): readonly string[] {
  const address = postalAddressLines.length > 0 ? postalAddressLines : [practice.firmName];
  return [...address, `${practice.phone.display}, ${practice.email}`];
}

export function getPreferencesLabel(isForStaff: boolean): string {
  return isForStaff
    ? "Manage or unsubscribe from these emails"
    : "Manage email and call preferences, or unsubscribe";
}
