import { setImmediate as nextTurn } from "node:timers/promises";
import { longDate } from "#app/platform/calendar/long-date.ts";
import type { Block, RegulatoryDocument, Section } from "#content/document-schema.ts";
import { sampleNotice } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import type { Strip } from "./page-breaks.ts";
import { contentsStrips, isContents } from "./pdf-contents.ts";
import type { Pen, Structure } from "./pdf-pen.server.ts";
import { tableStrips } from "./pdf-table.ts";
import { blankLineStrips, calloutStrips, headingStrips, listStrips, textStrips } from "./pdf-text.ts";

/**
 * Creates all strips of a document in order, and its structure. Requests are answered between sections, because measuring all words takes
 * a tenth of a second.
 * @param root the parent of the elements
 * @param pageOf returns the page on which a section starts; called when the table of contents is drawn
 */
export async function documentStrips(
  pen: Pen,
  root: Structure,
  document: RegulatoryDocument,
  pageOf: (section: Section) => number,
): Promise<Strip[]> {
  const { title, subtitle, date, opening, sections } = document;
  const contentsAt = sections.findIndex(isContents);
  const strips = [
    ...headingStrips(pen, root, "H1", title),
    ...paragraph(pen, root, `${subtitle}, ${longDate(date)}`),
    ...(practice.sample ? calloutStrips(pen, root, sampleNotice) : []),
    ...opening.flatMap((block) => blockStrips(pen, root, block)),
  ];
  for (const [index, section] of sections.entries()) {
    await nextTurn();
    const [first, ...rest] = sectionStrips(pen, root, section);
    if (first === undefined) continue;
    // With a table of contents, the cover, the table and the text each start a new page.
    const startsPage = contentsAt > 0 && (index === 1 || index === contentsAt + 1);
    const contents = index === contentsAt ? contentsStrips(pen, root, sections, pageOf) : [];
    strips.push({ ...first, begins: section, startsPage }, ...rest, ...contents);
  }
  return strips;
}

function sectionStrips(pen: Pen, root: Structure, { heading, blocks, sections = [] }: Section): Strip[] {
  return [
    ...headingStrips(pen, root, "H2", heading),
    ...blocks.flatMap((block) => blockStrips(pen, root, block)),
    ...sections.flatMap((part) => [
      ...headingStrips(pen, root, "H3", part.heading),
      ...part.blocks.flatMap((block) => blockStrips(pen, root, block)),
    ]),
  ];
}

function blockStrips(pen: Pen, root: Structure, block: Block): Strip[] {
  if (typeof block === "string") return paragraph(pen, root, block);
  if ("list" in block) return listStrips(pen, root, block.list, () => "•");
  if ("numbered" in block) return listStrips(pen, root, block.numbered, (index) => `${index + 1}.`);
  if ("terms" in block) {
    const entries = block.terms.map(({ title, text }) => `**${title}.** ${text}`);
    return listStrips(pen, root, entries, () => "•");
  }
  if ("table" in block) return tableStrips(pen, root, block.table);
  if ("callout" in block) return calloutStrips(pen, root, block.callout);
  if ("lines" in block) return blankLineStrips(pen, root, block.lines);
  throw new Error(`A regulatory document cannot print a block of ${Object.keys(block).join()}.`);
}

function paragraph(pen: Pen, root: Structure, text: string): Strip[] {
  return textStrips(pen, pen.element(root, "P"), text);
}
