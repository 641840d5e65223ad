import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The text of each sheet of a PDF in drawing order, without white space. */
export async function readSheets(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  const sheets: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    sheets.push(withoutSpace(items.map((item) => ("str" in item ? item.str : "")).join("")));
  }
  return sheets;
}

/** Line breaks, word spacing and invisible characters differ between a page and its print. */
export function withoutSpace(text: string): string {
  return text.normalize("NFKC").replaceAll(/[\s\u00ad\u200b\u2060]/g, "");
}
