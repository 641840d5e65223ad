import type { Section } from "#content/document-schema.ts";
import type { Strip } from "./page-breaks.ts";
import type { Pen, Structure } from "./pdf-pen.server.ts";
import { sheet, styles } from "./pdf-styles.ts";
import { widthOf } from "./text-lines.ts";

/** Whether a section contains the table of contents, according to its heading. */
export function isContents({ heading }: Section): boolean {
  return /\btable of contents\b/i.test(heading);
}

/**
 * The named destination of a section for links within the document. It consists of letters, so that all PDF viewers sort the names in the
 * same order.
 */
export function destinationName(sections: readonly Section[], section: Section): string {
  const index = sections.indexOf(section);
  return `section${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}`;
}

/**
 * The table of contents: each section with its page number, linked to the section.
 * @param pageOf returns the page on which a section starts, counted from 1; called when the table is drawn
 */
export function contentsStrips(
  pen: Pen,
  root: Structure,
  sections: readonly Section[],
  pageOf: (section: Section) => number,
): Strip[] {
  const list = pen.element(root, "TOC");
  const style = styles.text;
  const numbers = 54;
  return sections.flatMap((section, index) => {
    const link = pen.element(pen.element(pen.element(list, "TOCI"), "Reference"), "Link");
    // The space separates the heading and the page number for screen readers.
    const lines = pen.lines(`${section.heading} `, style, sheet.right - sheet.left - numbers);
    return lines.map((line, row): Strip => {
      const isLast = row === lines.length - 1;
      const x = row === 0 ? sheet.left : sheet.left + 14;
      return {
        above: index === 0 ? 10 : row === 0 ? 3 : 0,
        height: style.leading,
        keepWithNext: !isLast,
        draw: (top) => {
          pen.write(link, line, { x, top, style });
          const width = widthOf(line);
          const end = isLast ? pen.writeAtEnd(link, String(pageOf(section)), { top, style }) : x + width;
          if (isLast) pen.leader(x + width, end - 4, top + style.leading * 0.72);
          pen.addPageLink(
            destinationName(sections, section),
            { x, y: top, width: end - x, height: style.leading },
            link,
          );
          if (isLast) link.end();
        },
      };
    });
  });
}
