import PDFDocument from "pdfkit";
import { textPieces } from "#app/pages/document/text-pieces.ts";
import { longDate } from "#app/platform/long-date.ts";
import type { Block, DataTable, RegulatoryDocument } from "#content/document-schema.ts";
import { sampleNotice } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";

type Pdf = InstanceType<typeof PDFDocument>;
type Structure = ReturnType<Pdf["struct"]>;

const page = { size: "LETTER", margins: { top: 72, bottom: 72, left: 80, right: 80 } } as const;
const fonts = { text: "Times-Roman", heavy: "Times-Bold", small: "Helvetica" } as const;
const ink = "#17211d";
const green = "#1e4a3b";

/**
 * A regulatory document as a tagged PDF (letter size), from the same words as its page.
 * @param siteUrl what paths in its links are put behind, without a slash at the end
 */
export async function documentPdf(document: RegulatoryDocument, siteUrl: string): Promise<Buffer> {
  const pdf = new PDFDocument({
    ...page,
    pdfVersion: "1.7",
    tagged: true,
    lang: "en-US",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `${document.subtitle}: ${practice.firmName}`,
      Author: practice.advisoryLlc,
      // The date of this version, so that the same words are the same file.
      CreationDate: new Date(`${document.date}T12:00:00Z`),
      ModDate: new Date(`${document.date}T12:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => pdf.once("end", resolve).once("error", reject));

  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const writer = new DocumentWriter(pdf, siteUrl);
  writer.write(root, document);
  root.end();
  numberPages(pdf, document);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Writes blocks one below the other, each into its place in the structure tree. */
class DocumentWriter {
  readonly #pdf: Pdf;
  readonly #siteUrl: string;

  constructor(pdf: Pdf, siteUrl: string) {
    this.#pdf = pdf;
    this.#siteUrl = siteUrl;
  }

  write(root: Structure, { title, subtitle, date, opening, sections }: RegulatoryDocument): void {
    this.#heading(root, "H1", title, 26);
    this.#paragraph(root, `${subtitle}, ${longDate(date)}`);
    if (practice.sample) this.#paragraph(root, `**${sampleNotice}**`);
    for (const block of opening) this.#block(root, block);
    for (const { heading, blocks, sections: parts = [] } of sections) {
      this.#heading(root, "H2", heading, 16);
      for (const block of blocks) this.#block(root, block);
      for (const part of parts) {
        this.#heading(root, "H3", part.heading, 12.5);
        for (const block of part.blocks) this.#block(root, block);
      }
    }
  }

  #block(root: Structure, block: Block): void {
    if (typeof block === "string") this.#paragraph(root, block);
    else if ("list" in block) this.#list(root, block.list, () => "•");
    else if ("numbered" in block) this.#list(root, block.numbered, (index) => `${index + 1}.`);
    else if ("table" in block) this.#table(root, block.table);
    else if ("callout" in block) this.#paragraph(root, `**${block.callout}**`);
    else if ("lines" in block) this.#lines(root, block.lines);
    else throw new Error(`A regulatory document cannot print a block of ${Object.keys(block).join()}`);
  }

  #heading(root: Structure, level: "H1" | "H2" | "H3", words: string, size: number): void {
    const pdf = this.#pdf;
    // A heading is not left alone at the foot of a page.
    if (pdf.y + size * 4 > pdf.page.height - page.margins.bottom) pdf.addPage();
    root.add(
      pdf.struct(level, {}, () => {
        pdf.moveDown(level === "H1" ? 0 : 0.9);
        pdf.font(fonts.heavy).fontSize(size).fillColor(green).text(words);
        pdf.moveDown(0.35);
      }),
    );
  }

  #paragraph(root: Structure, text: string): void {
    root.add(
      this.#pdf.struct("P", {}, () => {
        this.#text(text);
        this.#pdf.moveDown(0.55);
      }),
    );
  }

  #list(root: Structure, items: readonly string[], label: (index: number) => string): void {
    const pdf = this.#pdf;
    const list = pdf.struct("L");
    root.add(list);
    items.forEach((item, index) => {
      const entry = pdf.struct("LI");
      list.add(entry);
      entry.add(
        pdf.struct("Lbl", {}, () => {
          if (pdf.y + 30 > pdf.page.height - page.margins.bottom) pdf.addPage();
          pdf.font(fonts.text).fontSize(11).fillColor(ink);
          pdf.text(label(index), page.margins.left, pdf.y, { lineBreak: false });
        }),
      );
      entry.add(
        pdf.struct("LBody", {}, () => {
          this.#text(item, { x: page.margins.left + 18 });
          pdf.moveDown(0.25);
        }),
      );
      entry.end();
    });
    list.end();
    pdf.x = page.margins.left;
    pdf.moveDown(0.3);
  }

  #table(root: Structure, { caption, columns, rows, note }: DataTable): void {
    const pdf = this.#pdf;
    this.#paragraph(root, `**${caption}**`);
    const table = pdf.struct("Table");
    root.add(table);
    const width = (pdf.page.width - page.margins.left - page.margins.right) / columns.length;
    [columns, ...rows].forEach((cells, index) => {
      this.#row(table, cells, { width, isHead: index === 0 });
    });
    table.end();
    pdf.x = page.margins.left;
    pdf.moveDown(0.5);
    if (note !== undefined) this.#paragraph(root, note);
  }

  #row(
    table: Structure,
    cells: readonly string[],
    { width, isHead }: { width: number; isHead: boolean },
  ): void {
    const pdf = this.#pdf;
    const row = pdf.struct("TR");
    table.add(row);
    pdf
      .font(isHead ? fonts.heavy : fonts.text)
      .fontSize(10)
      .fillColor(ink);
    const words = cells.map((cell) =>
      textPieces(cell)
        .map((piece) => piece.words)
        .join(""),
    );
    const height = Math.max(...words.map((each) => pdf.heightOfString(each, { width: width - 10 }))) + 5;
    if (pdf.y + height > pdf.page.height - page.margins.bottom) pdf.addPage();
    const top = pdf.y;
    words.forEach((each, column) => {
      row.add(
        pdf.struct(isHead || column === 0 ? "TH" : "TD", {}, () => {
          pdf.text(each, page.margins.left + column * width, top, { width: width - 10 });
        }),
      );
    });
    row.end();
    pdf.y = top + height;
  }

  /** Lines to be filled in by hand. */
  #lines(root: Structure, words: readonly string[]): void {
    const pdf = this.#pdf;
    for (const word of words) {
      root.add(
        pdf.struct("P", {}, () => {
          pdf.moveDown(2.2);
          const right = pdf.page.width - page.margins.right;
          pdf.moveTo(page.margins.left, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).strokeColor(ink).stroke();
          pdf.moveDown(0.2);
          pdf.font(fonts.small).fontSize(8.5).fillColor(ink).text(word);
        }),
      );
    }
  }

  #text(text: string, { x = page.margins.left }: { x?: number } = {}): void {
    const pdf = this.#pdf;
    const width = pdf.page.width - page.margins.right - x;
    const pieces = textPieces(text);
    pieces.forEach(({ words, weight, href }, index) => {
      const options = {
        width,
        lineGap: 2,
        continued: index < pieces.length - 1,
        underline: href !== undefined,
        link: href === undefined ? null : href.startsWith("/") ? this.#siteUrl + href : href,
      };
      pdf
        .font(weight === true ? fonts.heavy : fonts.text)
        .fontSize(11)
        .fillColor(href === undefined ? ink : green);
      if (index === 0) pdf.text(words, x, pdf.y, options);
      else pdf.text(words, options);
    });
    pdf.x = page.margins.left;
  }
}

/** On every sheet, and outside of the structure: a reader is not told the page number in the middle of a sentence. */
function numberPages(pdf: Pdf, { subtitle, date }: RegulatoryDocument): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    // Below the margin, where text would otherwise begin a new page.
    pdf.page.margins.bottom = 0;
    pdf.markContent("Artifact", { type: "Pagination" });
    pdf.font(fonts.small).fontSize(8.5).fillColor(ink);
    pdf.text(`${practice.firmName} · ${subtitle} · ${longDate(date)}`, page.margins.left, 738, {
      lineBreak: false,
    });
    pdf.text(`${index + 1} / ${count}`, page.margins.left, 738, {
      width: pdf.page.width - page.margins.left - page.margins.right,
      align: "right",
      lineBreak: false,
    });
    pdf.endMarkedContent();
  }
}
