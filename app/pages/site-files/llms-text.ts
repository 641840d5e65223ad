import { sampleBanner } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import type { Page } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { indexedPages } from "./site-files.ts";

/** Path at which answer engines look for a summary of a site (llmstxt.org). */
export const llmsTextPath = "/llms.txt";

type Section = "Pages" | "Articles" | "Regulatory documents";

/**
 * The summary of the site for answer engines, as Markdown: the firm with its contact details, and every indexed page with its description.
 * @param siteUrl without a trailing slash
 */
export function llmsText(siteUrl: string): string {
  const { firmName, advisoryLlc, advisor, email, phone, postalAddress, sample } = practice;
  const { street, city, state, postalCode } = postalAddress;
  const facts = [
    ...(sample ? [sampleBanner] : []),
    `Registered investment adviser: ${advisoryLlc}. Registration does not imply a level of skill or training.`,
    `Lead advisor: ${advisor.name}, ${siteUrl}/about`,
    `Contact: ${street}, ${city}, ${state} ${postalCode}; ${phone.display}; ${email}`,
    "The content is general information and not tax, legal or investment advice. Tax figures name their year.",
  ];
  return [
    `# ${firmName}`,
    `> ${pages.home.description}`,
    facts.map((fact) => `- ${fact}`).join("\n"),
    listOf("Pages", siteUrl),
    listOf("Articles", siteUrl),
    listOf("Regulatory documents", siteUrl),
  ]
    .join("\n\n")
    .concat("\n");
}

function listOf(section: Section, siteUrl: string): string {
  const lines = indexedPages()
    .filter((page) => sectionOf(page) === section)
    .map(
      ({ title, searchTitle = title, path, description }) =>
        `- [${searchTitle}](${siteUrl}${path}): ${description}`,
    );
  return [`## ${section}`, "", ...lines].join("\n");
}

function sectionOf({ group, parent }: Page): Section {
  if (group === "blog") return "Articles";
  return group === "regulatory" || parent !== undefined ? "Regulatory documents" : "Pages";
}
