import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { z } from "zod";
import { type Mark, type PrintedText, readMarks } from "./pdf-marks.ts";

/** The part of a structure element that is on one page. */
export type TaggedElement = {
  role: string;
  scope?: string;
  /** Its text in reading order. */
  text: string;
  /** Its link targets: URLs and named destinations. */
  leadsTo: string[];
  children: TaggedElement[];
};

export type PdfPage = {
  width: number;
  height: number;
  /** The structure elements of this page. */
  elements: TaggedElement[];
  /** Text that belongs to a structure element. */
  texts: PrintedText[];
  /** Text that is marked as an artifact, such as page numbers. */
  artifacts: PrintedText[];
  /** Text without marks. */
  untagged: PrintedText[];
  /** Fonts that are not embedded. */
  missingFonts: string[];
};

/** Reads a PDF by its structure, as a screen reader does. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes) });
  try {
    const document = await task.promise;
    const info = infoSchema.parse((await document.getMetadata()).info);
    const pages: PdfPage[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      pages.push(await readPage(await document.getPage(number)));
    }
    return {
      title: info.Title,
      language: info.Language,
      isMarked: markInfoSchema.parse(await document.getMarkInfo()).get("Marked") === true,
      /** Whether the window displays the document title instead of the file name. */
      showsTitle:
        preferencesSchema.parse(await document.getViewerPreferences()).get("DisplayDocTitle") === true,
      pages,
      outline: await readOutline(document),
      /** Named destinations. */
      places: await readPlaces(document),
    };
  } finally {
    await task.destroy();
  }
}

/** All elements with a role, at any depth, in reading order. */
export function elementsOf(role: string, elements: readonly TaggedElement[]): TaggedElement[] {
  return elements.flatMap((element) => [
    ...(element.role === role ? [element] : []),
    ...elementsOf(role, element.children),
  ]);
}

const infoSchema = z.object({ Title: z.string(), Language: z.string() });
const markInfoSchema = z.map(z.string(), z.boolean());
const preferencesSchema = z.map(z.string(), z.unknown());
/** An explicit destination: page and `XYZ left top zoom`. */
const destinationSchema = z.tuple([
  z.object({ num: z.number(), gen: z.number() }),
  z.object({ name: z.literal("XYZ") }),
  z.number(),
  z.number(),
  z.number().nullable(),
]);
const bookmarksSchema = z.array(z.object({ title: z.string(), dest: destinationSchema }));

type Spot = { page: number; x: number; top: number };

async function spotOf(document: PDFDocumentProxy, destination: unknown): Promise<Spot> {
  const [page, , x, top] = destinationSchema.parse(destination);
  return { page: (await document.getPageIndex(page)) + 1, x, top };
}

async function readOutline(document: PDFDocumentProxy) {
  const bookmarks = bookmarksSchema.parse((await document.getOutline()) ?? []);
  return Promise.all(
    bookmarks.map(async ({ title, dest }) => ({ title, ...(await spotOf(document, dest)) })),
  );
}

async function readPlaces(document: PDFDocumentProxy): Promise<Map<string, Spot>> {
  const destinations = [...(await document.getDestinations())];
  return new Map(
    await Promise.all(
      destinations.map(async ([name, destination]): Promise<[string, Spot]> => {
        return [name, await spotOf(document, destination)];
      }),
    ),
  );
}

async function readPage(page: PDFPageProxy): Promise<PdfPage> {
  const [, , width = 0, height = 0] = z.array(z.number()).parse(page.view);
  const { marks, missingFonts } = await readMarks(page);
  const targets = await readTargets(page);
  const told = new Set<number>();
  const textOf = (number: number): string => {
    told.add(number);
    return marks.flatMap((mark) => (mark.number === number ? [mark.text.words] : [])).join("");
  };
  const tree = elementSchema.parse(await page.getStructTree());
  const { children } = toElement(tree, textOf, targets);
  const inTree = (mark: Mark): boolean => mark.number !== undefined && told.has(mark.number);
  const textsOf = (is: (mark: Mark) => boolean) => marks.filter(is).map(({ text }) => text);
  return {
    width,
    height,
    elements: children.flatMap((root) => (root.role === "Document" ? root.children : [root])),
    texts: textsOf(inTree),
    artifacts: textsOf(({ isArtifact }) => isArtifact),
    untagged: textsOf((mark) => !mark.isArtifact && !inTree(mark)),
    missingFonts,
  };
}

type RawElement = {
  role: string;
  scope?: string | undefined;
  children: (RawElement | { type: string; id: string })[];
};

const elementSchema: z.ZodType<RawElement> = z.object({
  role: z.string(),
  scope: z.string().optional(),
  children: z.array(z.union([z.object({ type: z.string(), id: z.string() }), z.lazy(() => elementSchema)])),
});

function toElement(
  { role, scope, children }: RawElement,
  textOf: (number: number) => string,
  targets: ReadonlyMap<string, string>,
): TaggedElement {
  const element: TaggedElement = { role, text: "", leadsTo: [], children: [] };
  if (scope !== undefined) element.scope = scope;
  for (const child of children) {
    if ("role" in child) {
      const inner = toElement(child, textOf, targets);
      // An element on two pages is listed on both; its parts on the other page are empty here.
      if (inner.text === "" && inner.leadsTo.length === 0) continue;
      element.children.push(inner);
      element.text += inner.text;
      element.leadsTo.push(...inner.leadsTo);
    } else if (child.type === "content") {
      element.text += textOf(Number(/_mc(\d+)$/.exec(child.id)?.[1]));
    } else {
      element.leadsTo.push(targets.get(child.id.replace("pdfjs_internal_id_", "")) ?? "nowhere");
    }
  }
  return element;
}

const linksSchema = z.array(
  z.object({ id: z.string(), url: z.string().optional(), dest: z.string().nullish() }),
);

/** The link targets of a page by identifier. */
async function readTargets(page: PDFPageProxy): Promise<Map<string, string>> {
  const links = linksSchema.parse(await page.getAnnotations());
  return new Map(links.map(({ id, url, dest }) => [id, url ?? dest ?? "nowhere"]));
}
