import { describe, expect, it } from "vitest";
import { textPieces } from "#app/pages/document/text-pieces.ts";
import { longDate } from "#app/platform/calendar/long-date.ts";
import type { Block, RegulatoryDocument } from "#content/document-schema.ts";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { sampleNotice } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { elementsOf, readPdf, type TaggedElement } from "#tests/kit/read-pdf.ts";
import { documentPdf } from "./document-pdf.server.ts";

const siteUrl = "https://www.example.com";
const bytes = await documentPdf(formAdvPart2a, siteUrl);
const pdf = await readPdf(bytes);
const elements = pdf.pages.flatMap((page) => page.elements);
const { sections } = formAdvPart2a;

describe("the brochure as a PDF", () => {
  it("declares its title, its language and that it is tagged", () => {
    expect(pdf.title).toBe(`Form ADV Part 2A: ${practice.firmName}`);
    expect(pdf.language).toBe("en-US");
    expect(pdf.isMarked).toBe(true);
    expect(pdf.showsTitle).toBe(true);
  });

  it("is byte-identical for identical content", async () => {
    expect(bytes.equals(await documentPdf(formAdvPart2a, siteUrl))).toBe(true);
  });

  it("embeds its fonts", () => {
    expect(pdf.pages.flatMap(({ missingFonts }) => missingFonts)).toEqual([]);
  });

  it("has one main heading, a second-level heading for each of the 18 items, and a third-level heading for each part", () => {
    expect(textsOf("H1")).toEqual([formAdvPart2a.title]);
    expect(textsOf("H2")).toEqual(sections.map(({ heading }) => heading));
    expect(textsOf("H2")).toHaveLength(18);
    expect(textsOf("H3")).toEqual(
      sections.flatMap(({ sections: parts = [] }) => parts.map(({ heading }) => heading)),
    );
  });

  it("contains all text of the document in order", () => {
    expect(textBelowHeadings(elements)).toEqual(wordsBelowHeadings(formAdvPart2a));
  });

  it("tags lists, with a label and a body for each item", () => {
    const lists = elementsOf("L", elements);
    expect(new Set(lists.flatMap(({ children }) => rolesOf(children)))).toEqual(new Set(["LI"]));
    const points = blocksOf(formAdvPart2a).flatMap((block) =>
      typeof block !== "string" && "list" in block ? block.list : [],
    );
    expect(elementsOf("Lbl", lists).map(({ text }) => text)).toEqual(points.map(() => "• "));
    expect(textIn(elementsOf("LBody", lists))).toBe(points.map(plain).join(""));
  });

  it("tags tables with their caption and the scope of column and row headers", () => {
    const [fees] = elementsOf("Table", elements);
    const caption = fees?.children[0];
    expect(caption?.role).toBe("Caption");
    expect(caption?.text).toBe("Annual advisory fee by portion of managed assets");
    const rows = elementsOf("TR", fees?.children ?? []);
    expect(rows.map(({ children }) => children.map(({ text }) => text.trim()))).toEqual([
      ["Portion of managed assets", "Annual rate", "Fee if the portion is full"],
      ["First $500,000", "2%", "$10,000"],
      ["Next $1,500,000, up to $2 million", "1.5%", "$22,500"],
      ["Next $3,000,000, up to $5 million", "1.25%", "$37,500"],
      ["Above $5 million", "1%", "1% of the excess"],
    ]);
    const kinds = rows.map(({ children }) => children.map(({ role, scope }) => `${role} ${scope ?? ""}`));
    expect(kinds[0]).toEqual(["TH Column", "TH Column", "TH Column"]);
    for (const kind of kinds.slice(1)) expect(kind).toEqual(["TH Row", "TD ", "TD "]);
  });

  it("links to full URLs, with one tag for a link that spans two lines", () => {
    const links = elementsOf("Link", elements).filter((link) => link.leadsTo[0]?.includes(":") === true);
    expect(links.map(({ text, leadsTo }) => [text, ...new Set(leadsTo)])).toEqual(
      blocksOf(formAdvPart2a)
        .flatMap(textsIn)
        .flatMap(textPieces)
        .flatMap(({ words, href }) => (href === undefined ? [] : [[words, new URL(href, siteUrl).href]])),
    );
    expect(links.some(({ leadsTo }) => leadsTo.length > 1)).toBe(true);
  });
});

describe("the contents of the brochure", () => {
  const pageOf = (heading: string): number =>
    pdf.pages.findIndex((page) => page.elements.some(({ role, text }) => role === "H2" && text === heading)) +
    1;

  it("list every item with its page, below the heading of Item 3", () => {
    const place = elements.findIndex(({ text }) => text === "Item 3 Table of Contents");
    expect(rolesOf(elements.slice(place, place + 4))).toEqual(["H2", "P", "TOC", "H2"]);
    expect(textsOf("TOCI")).toEqual(sections.map(({ heading }) => `${heading} ${pageOf(heading)}`));
  });

  it("link to their headings", () => {
    const entries = elementsOf("TOCI", elements);
    expect(new Set(entries.flatMap(({ leadsTo }) => leadsTo)).size).toBe(18);
    entries.forEach((entry, index) => {
      const heading = sections[index]?.heading ?? "";
      for (const name of entry.leadsTo) expectJustAbove(pdf.places.get(name), heading);
    });
  });

  it("are also in the outline", () => {
    expect(pdf.outline.map(({ title }) => title)).toEqual(sections.map(({ heading }) => heading));
    for (const { title, ...spot } of pdf.outline) expectJustAbove(spot, title);
  });

  function expectJustAbove(
    spot: { page: number; x: number; top: number } | undefined,
    heading: string,
  ): void {
    const page = pageOf(heading);
    expect(spot, heading).toMatchObject({ page, x: 0 });
    const first = pdf.pages[page - 1]?.texts.find(
      ({ words, size }) => size === 15 && heading.startsWith(words),
    );
    const above = (spot?.top ?? 0) - (first?.y ?? 0);
    expect(above, heading).toBeGreaterThan(15);
    expect(above, heading).toBeLessThan(30);
  }
});

describe("the pages of the brochure", () => {
  it("have page numbers that are not read aloud, and no other text outside of the structure", () => {
    const foot = `${practice.firmName} · Form ADV Part 2A · ${longDate(formAdvPart2a.date)}`;
    const count = pdf.pages.length;
    pdf.pages.forEach(({ artifacts, untagged }, index) => {
      expect(artifacts.map(({ words }) => words)).toEqual([foot, `Page ${index + 1} of ${count}`]);
      expect(untagged).toEqual([]);
    });
  });

  it("contain text only between their margins", () => {
    for (const { width, height, texts, artifacts } of pdf.pages) {
      expect([width, height]).toEqual([612, 792]);
      const outside = [...texts, ...artifacts].filter((text) => {
        const end = text.words.endsWith(" ") ? text.size / 2 : 0.1;
        return text.x < 80 || text.x + text.width > 532 + end || text.y < 40 || text.y > 720;
      });
      expect(outside).toEqual([]);
      const lowest = Math.min(...texts.map(({ y }) => y));
      expect(lowest).toBeGreaterThan(Math.max(...artifacts.map(({ y, size }) => y + size)));
    }
  });

  it("do not end with a heading", () => {
    for (const [index, page] of pdf.pages.entries()) {
      expect(page.elements.at(-1)?.role, `page ${index + 1}`).not.toMatch(/^H\d$/);
    }
  });
});

/** The text below each heading, in order, without the table of contents and the labels of list items. */
function textBelowHeadings(all: readonly TaggedElement[]): [heading: string, text: string][] {
  const found: [string, string][] = [];
  for (const element of all) {
    const { role, text } = element;
    const last = found.at(-1);
    if (/^H\d$/.test(role)) found.push([text, ""]);
    else if (last !== undefined && role !== "TOC") {
      last[1] += role === "L" ? textIn(elementsOf("LBody", [element])) : text;
    }
  }
  return found;
}

function wordsBelowHeadings(document: RegulatoryDocument): [heading: string, text: string][] {
  const { title, subtitle, date, opening } = document;
  const wordsOf = (blocks: readonly Block[]) => blocks.flatMap(textsIn).map(plain).join("");
  const notice = practice.sample ? sampleNotice : "";
  return [
    [title, `${subtitle}, ${longDate(date)}${notice}${wordsOf(opening)}`],
    ...document.sections.flatMap(({ heading, blocks, sections: parts = [] }): [string, string][] => [
      [heading, wordsOf(blocks)],
      ...parts.map((part): [string, string] => [part.heading, wordsOf(part.blocks)]),
    ]),
  ];
}

function blocksOf(document: RegulatoryDocument): Block[] {
  return document.sections.flatMap(({ blocks, sections: parts = [] }) => [
    ...blocks,
    ...parts.flatMap((part) => part.blocks),
  ]);
}

/** The texts of a block with their markup, in reading order. */
function textsIn(block: Block): string[] {
  if (typeof block === "string") return [block];
  if ("list" in block) return block.list;
  if ("table" in block) {
    const { caption, columns, rows, note = "" } = block.table;
    return [caption, ...columns, ...rows.flat(), note];
  }
  throw new Error(`The brochure contains no block of ${Object.keys(block).join()}`);
}

function plain(text: string): string {
  return textPieces(text)
    .map(({ words }) => words)
    .join("");
}

function textIn(all: readonly TaggedElement[]): string {
  return all.map(({ text }) => text).join("");
}

function textsOf(role: string): string[] {
  return elementsOf(role, elements).map(({ text }) => text);
}

function rolesOf(all: readonly TaggedElement[]): string[] {
  return all.map(({ role }) => role);
}
