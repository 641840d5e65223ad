import { disclosures } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import type { EmailBlock, EmailContent } from "./email-content.ts";

/** What stands below every letter. */
export type EmailFooter = {
  postalAddressLines: readonly string[];
  /** Where visitors say which letters they want; letters to ourselves have none. */
  preferencesUrl: string | undefined;
};

/** The same letter for those who read without HTML. Lines are as long as they are: the reader's window breaks them. */
export function renderEmailText(content: EmailContent, around: EmailFooter): string {
  const { heading, blocks } = content;
  // Above the signature: many mail programs fold that away.
  return [heading, ...blocks.map(blockText), ...stopLine(around), signature(around)].join("\n\n") + "\n";
}

function blockText(block: EmailBlock): string {
  if (typeof block === "string") return block;
  if ("facts" in block) return block.facts.map(([term, description]) => `${term}: ${description}`).join("\n");
  if ("button" in block) return `${block.button.label}:\n${block.button.url}`;
  if ("steps" in block) return block.steps.map(stepText).join("\n\n");
  if ("quote" in block) return block.quote.replaceAll(/^/gm, "> ");
  const { before, label, url, after } = block.link;
  return `${before}${label} <${url}>${after}`;
}

function stepText({ title, text }: { title: string; text: string }, index: number): string {
  return `${index + 1}. ${title}\n${text}`;
}

function stopLine({ preferencesUrl }: EmailFooter): string[] {
  return preferencesUrl === undefined ? [] : [`${whichLetters}:\n${preferencesUrl}`];
}

/** Set off by two dashes and a space, which mail programs know (RFC 3676). */
function signature({ postalAddressLines }: EmailFooter): string {
  return [["-- ", ...senderLines(postalAddressLines)].join("\n"), ...disclosures].join("\n\n");
}

/** Who sent it, a line each. */
export function senderLines(postalAddressLines: readonly string[]): readonly string[] {
  const address = postalAddressLines.length > 0 ? postalAddressLines : [practice.firmName];
  return [...address, `${practice.phone.display}, ${practice.email}`];
}

export const whichLetters = "Choose which emails and calls you get, or stop them";
