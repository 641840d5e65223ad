import { OPS, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { z } from "zod";

/** A run of text and its position on the page, in points from the lower left corner. */
export type PrintedText = { words: string; x: number; y: number; width: number; size: number };

/** A run of text and its marked-content ID, which structure elements refer to. */
export type Mark = { text: PrintedText; number: number | undefined; isArtifact: boolean };

const markSchema = z.tuple([z.string(), z.number().nullish()]).rest(z.unknown());
const fontSchema = z.tuple([z.string(), z.number()]);
const matrixSchema = z.tuple([z.instanceof(Float32Array)]);
const glyphsSchema = z.tuple([
  z.array(z.union([z.number(), z.object({ unicode: z.string(), width: z.number() })])),
]);

/** All text of a page, read from its drawing operators with exact spacing. */
export async function readMarks(page: PDFPageProxy): Promise<{ marks: Mark[]; missingFonts: string[] }> {
  const marks: Mark[] = [];
  const open: { tag: string; number: number | undefined }[] = [];
  const missingFonts = new Set<string>();
  let size = 0;
  // Each run has its own matrix, and no other operator moves it.
  let at = { x: 0, y: 0 };
  const begin = (values: unknown): void => {
    const [tag, number] = markSchema.parse(values);
    open.push({ tag, number: number ?? undefined });
  };
  const follow = new Map<number, (values: unknown) => void>([
    [OPS.beginMarkedContent, begin],
    [OPS.beginMarkedContentProps, begin],
    [OPS.endMarkedContent, () => open.pop()],
    [
      OPS.setFont,
      (values) => {
        const [name, points] = fontSchema.parse(values);
        size = points;
        if (isMissing(page, name)) missingFonts.add(name);
      },
    ],
    [
      OPS.setTextMatrix,
      (values) => {
        const [matrix] = matrixSchema.parse(values);
        at = { x: matrix[4] ?? 0, y: matrix[5] ?? 0 };
      },
    ],
    [
      OPS.showText,
      (values) => {
        const number = open.findLast((mark) => mark.number !== undefined)?.number;
        const isArtifact = open.some(({ tag }) => tag === "Artifact");
        marks.push({ text: { ...readRun(values, size), ...at, size }, number, isArtifact });
      },
    ],
  ]);
  const { fnArray, argsArray } = await page.getOperatorList();
  fnArray.forEach((operator, index) => follow.get(operator)?.(argsArray[index]));
  return { marks, missingFonts: [...missingFonts] };
}

function isMissing(page: PDFPageProxy, font: string): boolean {
  return z.object({ missingFile: z.boolean() }).parse(page.commonObjs.get(font)).missingFile;
}

/** The text and width of one operator, including kerning in thousandths of the font size. */
function readRun(values: unknown, size: number): { words: string; width: number } {
  const [glyphs] = glyphsSchema.parse(values);
  let words = "";
  let width = 0;
  for (const glyph of glyphs) {
    if (typeof glyph === "number") width -= glyph;
    else {
      words += glyph.unicode;
      width += glyph.width;
    }
  }
  return { words, width: (width * size) / 1000 };
}
