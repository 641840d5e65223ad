import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { growRings } from "#app/pages/rings.ts";
import { practice } from "#content/practice.ts";
import { AdvisorLetter } from "./advisor-letter.tsx";
import { Career, markRings } from "./career.tsx";

const { advisor } = practice;

describe("the advisor’s career", () => {
  const html = renderToStaticMarkup(<Career years={32} />);

  it("has one ring for each year, with four of them marked and labeled", () => {
    const paths = [...html.matchAll(/<path class="(\w+)" d="([^"]+)"/g)];
    const rings = paths.map(([, name, d = ""]) => [name, d.match(/[Mm]/g)?.length]);
    expect(rings).toEqual([
      ["wood", 28],
      ["mark", 1],
      ["mark", 1],
      ["mark", 1],
      ["bark", 1],
    ]);
    expect([...html.matchAll(/<text[^>]*>(\d+)/g)].map(([, year]) => year)).toEqual([
      "1994",
      "2009",
      "2013",
      "2025",
    ]);
  });

  it("marks the ring of each year, of which the last is the outermost", () => {
    const rings = growRings({ count: 32, radius: 720, seed: 10 });
    const marks = markRings(rings, [1994, 2009, 2013, 2025]);
    expect(marks.map(({ ring }) => rings.indexOf(ring))).toEqual([0, 15, 19, 31]);
    expect(markRings(rings, [1994, 2026]).map(({ ring }) => rings.indexOf(ring))).toEqual([0, 31]);
  });

  it("is described in a sentence and followed by a list of the same years", () => {
    expect(html).toContain(
      'aria-label="A section through an oak with 32 rings, one for each year since 1994. The rings of 1994, 2009, 2013 and 2025 are marked."',
    );
    expect([...html.matchAll(/<li><b>(\d+) /g)].map(([, year]) => year)).toEqual([
      "1994",
      "2009",
      "2013",
      "2025",
    ]);
    expect(html).toContain('href="/about#conflicts-and-record"');
  });
});

describe("a signed text", () => {
  const html = renderToStaticMarkup(<AdvisorLetter text={advisor.note} portrait={undefined} />);

  it("is signed with name, role and credential, and marked as a sample while the firm is one", () => {
    const [, signature = ""] = /<p class="signature">(.*?)<\/p>/.exec(html) ?? [];
    expect(signature).toContain(advisor.name);
    expect(signature).toContain(advisor.role);
    expect(signature.includes("Sample text")).toBe(practice.sample);
  });

  it("has no picture and no space for one if there is no portrait", () => {
    expect(html).not.toMatch(/<img|portrait/);
  });

  it("has the portrait with its description and dimensions", () => {
    const portrait = { file: "advisor.jpg", width: 640, height: 800, alt: "The lead advisor at a window" };
    expect(renderToStaticMarkup(<AdvisorLetter text={advisor.note} portrait={portrait} />)).toContain(
      'alt="The lead advisor at a window" width="640" height="800"',
    );
  });
});
