import { describe, expect, it } from "vitest";
import type { RegulatoryDocument } from "#content/document-schema.ts";
import { elementsOf, readPdf } from "#tests/kit/read-pdf.ts";
import { documentPdf } from "./document-pdf.server.ts";

const columns = ["What", "How much"];

function documentWith(...blocks: RegulatoryDocument["sections"][number]["blocks"]): RegulatoryDocument {
  return {
    title: "A document",
    description: "What it is about.",
    subtitle: "Of what kind",
    date: "2026-03-31",
    opening: [],
    sections: [{ id: "one", heading: "One section", blocks }],
  };
}

function tableOf(count: number) {
  const rows = Array.from({ length: count }, (_, index) => [`Row ${index + 1}`, `Value ${index + 1}`]);
  return { caption: "A table", columns, rows, note: "A note." };
}

async function pagesOf(document: RegulatoryDocument) {
  const { pages } = await readPdf(await documentPdf(document, "https://www.example.com"));
  return pages.map((page) => ({
    ...page,
    rows: elementsOf("TR", page.elements).map(({ children }) => children.map(({ text }) => text.trim())),
  }));
}

describe("a table in a PDF", () => {
  it("that fits on one page is not broken, but moves to the next page with its caption and note @long", async () => {
    const lines = Array.from({ length: 15 }, (_, index) => `Paragraph ${index + 1}.`);
    const table = tableOf(12);
    const [first, second, ...more] = await pagesOf(documentWith(...lines, { table }));
    expect(first?.rows).toEqual([]);
    expect(first?.elements.at(-1)?.text).toBe("Paragraph 15.");
    expect(second?.rows).toEqual([columns, ...table.rows]);
    expect(second?.elements.map(({ role }) => role)).toEqual(["Table", "P"]);
    expect(more).toEqual([]);
  });

  it("that is longer than a page repeats its header on the next, which is read aloud only once @long", async () => {
    const table = tableOf(40);
    const pages = await pagesOf(documentWith("Before it.", { table }, "Behind it."));
    expect(pages.flatMap(({ rows }) => rows)).toEqual([columns, ...table.rows]);
    expect(pages.map(({ artifacts }) => artifacts.slice(0, -2).map(({ words }) => words.trim()))).toEqual([
      [],
      columns,
    ]);
  });

  it("breaks the text of a cell that does not fit beside the other cells", async () => {
    const long = "A sentence that is a good deal longer than a cell is wide. ".repeat(3).trim();
    const table = { caption: "A table", columns, rows: [["Row", long]] };
    const [page] = await pagesOf(documentWith({ table }));
    expect(page?.rows).toEqual([columns, ["Row", long]]);
    const cell = page?.texts.filter(({ words }) => words !== "" && long.includes(words)) ?? [];
    expect(cell.length).toBeGreaterThan(1);
    for (const text of cell) expect(text.x + text.width).toBeLessThan(540);
  });
});

describe("a paragraph at the end of a page", () => {
  const sentence = "This is a sentence of some length, so that six of it take a number of lines. ";
  /** Layouts in which a paragraph starts lower each time, until all of it is on the second page. */
  const lower = async (text: string) =>
    Promise.all(
      [20, 21, 22, 23, 24, 25, 26].map((count) =>
        pagesOf(documentWith(...Array.from({ length: count }, () => "Before it."), text)),
      ),
    );

  it("leaves no single line on either page @long", async () => {
    const text = sentence.repeat(6).trim();
    const counts = (await lower(text)).map((pages) =>
      pages.map(({ texts }) => texts.filter(({ words }) => text.includes(words.trim())).length),
    );
    expect(counts.some((lines) => lines.length === 2 && lines.every((count) => count > 0))).toBe(true);
    expect(counts.flat()).not.toContain(1);
  });

  it("keeps the text of a link on one page, because it would become two links otherwise", async () => {
    const text = `${sentence.repeat(2)}[${sentence.repeat(4).trim()}](/somewhere).`;
    for (const pages of await lower(text)) {
      const links = pages.flatMap(({ elements }) => elementsOf("Link", elements));
      expect(links.map((link) => link.text)).toEqual([sentence.repeat(4).trim()]);
    }
  });
});

describe("a document without a heading for contents", () => {
  it("has no table of contents and starts its first section on the first page", async () => {
    const document = documentWith("First.");
    const second = { id: "two", heading: "Second section", blocks: ["Second."] };
    const pages = await pagesOf({ ...document, sections: [...document.sections, second] });
    expect(pages).toHaveLength(1);
    expect(elementsOf("TOC", pages[0]?.elements ?? [])).toEqual([]);
  });
});

describe("terms", () => {
  it("are a list in which each begins with its title", async () => {
    const terms = [
      { title: "Cost", text: "Time." },
      { title: "Deadline", text: "Friday." },
    ];
    const [page] = await pagesOf(documentWith({ terms }));
    expect(page?.elements.at(-1)?.text).toBe("• Cost. Time.• Deadline. Friday.");
  });
});

describe("blank lines for handwriting", () => {
  it("have labels below them and are not read aloud", async () => {
    const [page] = await pagesOf(documentWith({ lines: ["Signature", "Date"] }, { callout: "Important." }));
    expect(page?.elements.slice(-3).map(({ role, text }) => `${role} ${text}`)).toEqual([
      "P Signature",
      "P Date",
      "P Important.",
    ]);
  });
});

describe("a block that cannot be printed", () => {
  it("throws an error that names it", async () => {
    await expect(pagesOf(documentWith({ drawing: "sale" }))).rejects.toThrow("a block of drawing");
  });
});
