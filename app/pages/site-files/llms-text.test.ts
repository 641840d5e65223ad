import { describe, expect, it } from "vitest";
import { practice } from "#content/practice.ts";
import { listArticles } from "#app/pages/articles.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { llmsText } from "./llms-text.ts";
import { indexedPages } from "./site-files.ts";

const text = llmsText("https://www.example.com");

function linksBelow(heading: string): string[] {
  const section = text.split(/^## /m).find((part) => part.startsWith(heading)) ?? "";
  return [...section.matchAll(/\]\(https:\/\/www\.example\.com([^)]*)\)/g)].map(([, path = ""]) => path);
}

describe("the summary for answer engines", () => {
  it("starts with the firm's name, its description, its contact details and its registration", () => {
    expect(text).toMatch(new RegExp(`^# ${practice.firmName}\n\n> \\S`));
    expect(text).toContain(practice.phone.display);
    expect(text).toContain("Registration does not imply a level of skill or training.");
  });

  it("links every page that search engines can index, once and with its description", () => {
    const links = ["Pages", "Articles", "Regulatory documents"].flatMap(linksBelow);
    expect(links.toSorted()).toEqual(
      indexedPages()
        .map(({ path }) => path)
        .toSorted(),
    );
    for (const { description } of indexedPages()) expect(text).toContain(`: ${description}\n`);
  });

  it("groups articles and regulatory documents", () => {
    expect(linksBelow("Articles")).toEqual(listArticles().map(({ path }) => path));
    expect(linksBelow("Regulatory documents")).toEqual(Object.values(documentPages).map(({ path }) => path));
  });
});
