import PDFDocument from "pdfkit";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { setImmediate as nextTurn } from "node:timers/promises";
import { longDate } from "#app/platform/calendar/long-date.ts";
import type { RegulatoryDocument, Section } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { placeStrips } from "./page-breaks.ts";
import { destinationName } from "./pdf-contents.ts";
import { type Pdf, type Pen, createPen } from "./pdf-pen.server.ts";
import { documentStrips } from "./pdf-strips.server.ts";
import { sheet, styles } from "./pdf-styles.ts";
import { widthOf } from "./text-lines.ts";
import { inflateSync } from "node:zlib";

const packages = createRequire(import.meta.url);

/**
 * Creates a regulatory document as a tagged PDF (US Letter) from the same content as its page. Identical content produces identical bytes.
 * @param siteUrl base URL for paths in links, without a trailing slash
 */
export async function documentPdf(document: RegulatoryDocument, siteUrl: string): Promise<Buffer> {
  // The date of the document's version instead of today's date.
  const date = new Date(`${document.date}T12:00:00Z`);
  const pdf = new PDFDocument({
    size: [sheet.width, sheet.height],
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    // Buffered, because page numbers include the total.
    bufferPages: true,
    info: {
      Title: `${document.subtitle}: ${practice.firmName}`,
      Author: practice.advisoryLlc,
      CreationDate: date,
      ModDate: date,
    },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.once("end", resolve).once("error", reject));
  // Fonts are embedded, so that the document looks the same everywhere.
  pdf.registerFont("text", await readFont(400)).registerFont("bold", await readFont(700));
  const pen = createPen(pdf, siteUrl);
  await writeDocument(pdf, pen, document);
  numberPages(pdf, pen, document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

async function readFont(weight: 400 | 700): Promise<Buffer> {
  return unpackFont(
    await readFile(packages.resolve(`@fontsource/literata/files/literata-latin-${weight}-normal.woff`)),
  );
}

/** Lays out the whole document before drawing it, because the table of contents needs the page numbers of later sections. */
async function writeDocument(pdf: Pdf, pen: Pen, document: RegulatoryDocument): Promise<void> {
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const pageOf = new Map<Section, number>();
  const strips = await documentStrips(pen, root, document, (section) => pageOf.get(section) ?? 0);
  const placed = placeStrips(strips, sheet);
  for (const { strip, page } of placed) {
    if (strip.begins !== undefined) pageOf.set(strip.begins, page + 1);
  }
  for (const { strip, page, top } of placed) {
    if (page === pdf.bufferedPageRange().count) {
      // Requests are answered between pages.
      await nextTurn();
      pdf.addPage();
    }
    if (strip.begins !== undefined) {
      pdf.addNamedDestination(destinationName(document.sections, strip.begins), "XYZ", 0, top - 6, null);
      addBookmark(pdf, strip.begins.heading, top - 6);
    }
    strip.draw(top);
  }
  root.end();
}

/** Adds an entry to the outline that PDF viewers display beside the pages. */
function addBookmark(pdf: Pdf, words: string, top: number): void {
  // The types of pdfkit omit the position. `left` is measured from the right edge, so the page width is the left edge.
  const options = { expanded: false, top, left: sheet.width, zoom: 0 };
  pdf.outline.addItem(words, options);
}

/** Adds a footer to every page. It is an artifact, so a screen reader does not read it in the middle of a sentence. */
function numberPages(pdf: Pdf, pen: Pen, { subtitle, date }: RegulatoryDocument): void {
  const { count } = pdf.bufferedPageRange();
  const [left = []] = pen.lines(
    `${practice.firmName} · ${subtitle} · ${longDate(date)}`,
    styles.small,
    Infinity,
  );
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    const [right = []] = pen.lines(`Page ${index + 1} of ${count}`, styles.small, Infinity);
    const at = { top: sheet.foot, style: styles.small };
    pen.writeArtifact(left, { ...at, x: sheet.left });
    pen.writeArtifact(right, { ...at, x: sheet.right - widthOf(right) });
  }
}

/**
 * Unpacks a web font (WOFF 1.0) into OpenType, which permits random access. fontkit also reads WOFF, but inflates a table for each glyph,
 * which took a second per document.
 * @see https://www.w3.org/TR/WOFF/#FileFormat
 */
export function unpackFont(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is not a WOFF 1.0 font.");
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + count * 16);
  // The flavor and the number of tables. The three numbers after them speed up a binary search and may be 0.
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let end = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field));
    if (offset === undefined || packed === undefined || length === undefined) continue;
    const bytes = woff.subarray(offset, offset + packed);
    // A table that compression would not shrink is stored uncompressed.
    const table = packed < length ? inflateSync(bytes) : bytes;
    const target = 12 + index * 16;
    woff.copy(header, target, entry, entry + 4);
    woff.copy(header, target + 4, entry + 16, entry + 20);
    header.writeUInt32BE(end, target + 8);
    header.writeUInt32BE(length, target + 12);
    // Each table starts at a multiple of four bytes.
    const padding = Buffer.alloc((4 - (table.length % 4)) % 4);
    parts.push(table, padding);
    end += table.length + padding.length;
  }
  return Buffer.concat(parts);
}
