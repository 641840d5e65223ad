import type PDFDocument from "pdfkit";
import { type TextPiece, textPieces } from "#app/pages/document/text-pieces.ts";
import { green, ink, sheet, type Style } from "./pdf-styles.ts";
import { type Line, type Run, breakLines, widthOf } from "./text-lines.ts";

export type Pdf = InstanceType<typeof PDFDocument>;
/** An element of the PDF's structure tree, which describes the content for assistive technology. */
export type Structure = ReturnType<Pdf["struct"]>;

/** The start and the style of a line. */
export type Place = { x: number; top: number; style: Style };

export type Pen = ReturnType<typeof createPen>;

/**
 * Writes text, links and rules, and adds them to the structure tree.
 * @param siteUrl base URL for paths in links, without a trailing slash
 */
export function createPen(pdf: Pdf, siteUrl: string) {
  const write = lineWriter(pdf, siteUrl);
  const lines = (text: string, style: Style, width: number): Line[] =>
    breakLines(textPieces(text), width, (words, piece) => measure(pdf, style, words, piece));
  return {
    /** Breaks a text of `content/` into lines. */
    lines,
    write,
    ...artifacts(pdf),
    /** Appends a new element to another. */
    element: (parent: Structure, tag: string, scope?: Scope) => addElement(pdf, parent, tag, scope),
    /** Writes right-aligned text. @returns its left edge */
    writeAtEnd(element: Structure, words: string, at: Omit<Place, "x">): number {
      const [line = []] = lines(words, at.style, Infinity);
      const x = sheet.right - widthOf(line);
      write(element, line, { ...at, x });
      return x;
    },
    /** Links an area to a named destination in this document. */
    addPageLink: (place: string, field: Field, element: Structure) =>
      pdf.goTo(field.x, field.y, field.width, field.height, place, linkOptions(element)),
  };
}

/** Drawing operations for artifacts, which are not part of the text and are not read aloud. */
function artifacts(pdf: Pdf) {
  const artifact = (type: "Pagination" | "Layout", draw: () => void): void => {
    pdf.markContent("Artifact", { type });
    draw();
    pdf.endMarkedContent();
  };
  return {
    /** Writes a line as an artifact. */
    writeArtifact: (line: Line, at: Place) =>
      artifact("Pagination", () => line.forEach((run) => writeRun(pdf, run, at))),
    /** Draws a rule across the width of the text. */
    rule: (y: number, color: string) =>
      artifact("Layout", () => drawRule(pdf, { from: sheet.left, to: sheet.right, y }, color)),
    /** Draws a bar beside a line. */
    bar: (top: number, height: number) =>
      artifact("Layout", () => pdf.rect(sheet.left, top, 2.5, height).fill(green)),
    /** Draws a dot leader. */
    leader: (from: number, to: number, y: number) =>
      artifact("Layout", () => {
        pdf.save().dash(0.6, { space: 3.4 });
        drawRule(pdf, { from, to, y, thickness: 0.6 }, ink);
        pdf.restore();
      }),
  };
}

/** Writes a line: plain text directly into the element, links into Link elements in it. */
function lineWriter(pdf: Pdf, siteUrl: string) {
  /** Links that continue on the next line. */
  const openLinks = new Map<TextPiece, Structure>();
  return (element: Structure, line: Line, at: Place): void => {
    for (const run of line) {
      const { href } = run.piece;
      if (href === undefined) {
        element.add(() => writeRun(pdf, run, at));
        continue;
      }
      const url = href.startsWith("/") ? siteUrl + href : href;
      const link = openLinks.get(run.piece) ?? addElement(pdf, element, "Link");
      link.add(() => writeLink(pdf, run, at, { url, element: link }));
      openLinks.set(run.piece, link);
      if (run.continues) continue;
      // Ended while its page is current, because pdfkit assigns the current page to the element.
      link.end();
      openLinks.delete(run.piece);
    }
  };
}

export type Field = { x: number; y: number; width: number; height: number };

type Scope = "Column" | "Row";

function addElement(pdf: Pdf, parent: Structure, tag: string, scope?: Scope): Structure {
  // The types of pdfkit omit `scope` and require at least one known option.
  const options = scope === undefined ? {} : { lang: "en-US", scope };
  const element = pdf.struct(tag, options);
  parent.add(element);
  return element;
}

/** Options that associate a link with its structure element. The types of pdfkit omit `structParent` and require a known option. */
function linkOptions(structParent: Structure) {
  return { Border: [0, 0, 0], structParent };
}

function selectFont(pdf: Pdf, { size, bold }: Style, piece?: TextPiece): void {
  pdf.font(bold === true || piece?.weight === true ? "bold" : "text").fontSize(size);
}

function measure(pdf: Pdf, style: Style, words: string, piece?: TextPiece): number {
  selectFont(pdf, style, piece);
  return pdf.widthOfString(words);
}

function writeRun(pdf: Pdf, { words, x, piece }: Run, at: Place): void {
  selectFont(pdf, at.style, piece);
  // Vertically centered in the line.
  const top = at.top + (at.style.leading - pdf.currentLineHeight()) / 2;
  pdf.fillColor(at.style.color).text(words, at.x + x, top, { lineBreak: false });
}

function writeLink(
  pdf: Pdf,
  run: Run,
  at: Place,
  { url, element }: { url: string; element: Structure },
): void {
  writeRun(pdf, run, { ...at, style: { ...at.style, color: green } });
  const x = at.x + run.x;
  const width = measure(pdf, at.style, run.words.trimEnd(), run.piece);
  drawRule(pdf, { from: x, to: x + width, y: at.top + at.style.leading * 0.82 }, green);
  pdf.link(x, at.top, width, at.style.leading, url, linkOptions(element));
}

function drawRule(
  pdf: Pdf,
  { from, to, y, thickness = 0.5 }: { from: number; to: number; y: number; thickness?: number },
  color: string,
): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).stroke(color);
}
