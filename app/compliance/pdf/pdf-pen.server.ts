import type PDFDocument from "pdfkit";
import { type TextPiece, textPieces } from "#app/pages/document/text-pieces.ts";
import { green, ink, sheet, type Style } from "./pdf-styles.ts";
import { type Line, type Run, setLines, widthOf } from "./text-lines.ts";

export type Pdf = InstanceType<typeof PDFDocument>;
/** An element of the structure tree, which says what the marks on the pages are. */
export type Structure = ReturnType<Pdf["struct"]>;

/** Where a line begins, and how it looks. */
export type Place = { x: number; top: number; style: Style };

export type Pen = ReturnType<typeof penFor>;

/**
 * Writes words and rules, each into its place in the structure tree.
 * @param siteUrl what paths in links are put behind, without a slash at the end
 */
export function penFor(pdf: Pdf, siteUrl: string) {
  const write = lineWriter(pdf, siteUrl);
  const lines = (text: string, style: Style, width: number): Line[] =>
    setLines(textPieces(text), width, (words, piece) => measure(pdf, style, words, piece));
  return {
    /** Breaks a text of `content/` into lines. */
    lines,
    write,
    ...artifacts(pdf),
    /** A new element at the end of another. */
    element: (parent: Structure, tag: string, scope?: Scope) => addElement(pdf, parent, tag, scope),
    /** Writes words that end at the right edge. @returns where they begin */
    writeAtEnd(element: Structure, words: string, at: Omit<Place, "x">): number {
      const [line = []] = lines(words, at.style, Infinity);
      const x = sheet.right - widthOf(line);
      write(element, line, { ...at, x });
      return x;
    },
    /** Makes a field lead to a place in this document. */
    leadTo: (place: string, field: Field, element: Structure) =>
      pdf.goTo(field.x, field.y, field.width, field.height, place, tieTo(element)),
  };
}

/** What is drawn and is not text of the document. It is not read aloud. */
function artifacts(pdf: Pdf) {
  const artifact = (type: "Pagination" | "Layout", draw: () => void): void => {
    pdf.markContent("Artifact", { type });
    draw();
    pdf.endMarkedContent();
  };
  return {
    /** Writes a line that is not part of the text. */
    writeArtifact: (line: Line, at: Place) =>
      artifact("Pagination", () => line.forEach((run) => writeRun(pdf, run, at))),
    /** A rule from edge to edge. */
    rule: (y: number, color: string) =>
      artifact("Layout", () => drawRule(pdf, { from: sheet.left, to: sheet.right, y }, color)),
    /** A bar beside a line. */
    bar: (top: number, height: number) =>
      artifact("Layout", () => pdf.rect(sheet.left, top, 2.5, height).fill(green)),
    /** Dots that lead the eye. */
    leader: (from: number, to: number, y: number) =>
      artifact("Layout", () => {
        pdf.save().dash(0.6, { space: 3.4 });
        drawRule(pdf, { from, to, y, thickness: 0.6 }, ink);
        pdf.restore();
      }),
  };
}

/** Writes a line: plain words into the element itself, those that lead somewhere into a Link in it. */
function lineWriter(pdf: Pdf, siteUrl: string) {
  /** Links that have begun in a line and go on in the next. */
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
      if (run.goesOn) continue;
      // Now, while its page is the current one: that is the page which the file then names for it.
      link.end();
      openLinks.delete(run.piece);
    }
  };
}

export type Field = { x: number; y: number; width: number; height: number };

type Scope = "Column" | "Row";

function addElement(pdf: Pdf, parent: Structure, tag: string, scope?: Scope): Structure {
  // `scope` is missing from the types of pdfkit, which want an option that they know beside it.
  const options = scope === undefined ? {} : { lang: "en-US", scope };
  const element = pdf.struct(tag, options);
  parent.add(element);
  return element;
}

/** `structParent` is missing from the types of pdfkit, which want an option that they know beside it. */
function tieTo(structParent: Structure) {
  return { Border: [0, 0, 0], structParent };
}

function selectFont(pdf: Pdf, { size, heavy }: Style, piece?: TextPiece): void {
  pdf.font(heavy === true || piece?.weight === true ? "heavy" : "text").fontSize(size);
}

function measure(pdf: Pdf, style: Style, words: string, piece?: TextPiece): number {
  selectFont(pdf, style, piece);
  return pdf.widthOfString(words);
}

function writeRun(pdf: Pdf, { words, x, piece }: Run, at: Place): void {
  selectFont(pdf, at.style, piece);
  // In the middle of its line's height.
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
  pdf.link(x, at.top, width, at.style.leading, url, tieTo(element));
}

function drawRule(
  pdf: Pdf,
  { from, to, y, thickness = 0.5 }: { from: number; to: number; y: number; thickness?: number },
  color: string,
): void {
  pdf.moveTo(from, y).lineTo(to, y).lineWidth(thickness).stroke(color);
}
