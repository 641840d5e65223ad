import { describe, expect, it } from "vitest";
import { wordsOf } from "#tests/spec/markup.ts";
import { type ExportedClaim, groupClaims, renderClaimsPage } from "./claims-page.tsx";

const decision = {
  decidedAt: new Date("2026-03-02T16:00:00Z"),
  decidedBy: "ruth@example.com",
  decision: "bound",
  evidenceUrl: null,
  evidenceNote: null,
  evidenceFile: "a".repeat(64),
  asOf: "2026-03-01",
  expiresOn: "2027-03-01",
  reason: null,
} as const;

function claim(figure: string, pages: string[], changes: Partial<ExportedClaim> = {}): ExportedClaim {
  const sentence = `We advised ${figure} owners.`;
  return {
    kind: "count",
    figure,
    sentence,
    pages,
    currentPages: pages,
    source: null,
    decisions: [],
    ...changes,
  };
}

const everywhere = ["/", "/about", "/blog", "/contact", "/faqs"];

const claims = [
  claim("40", ["/about", "/"], { decisions: [decision] }),
  claim("50", ["/about"], { source: "26 U.S.C. 1202" }),
  claim("60", everywhere),
];

function render(exportedAt = new Date("2026-03-03T16:00:00Z")): string {
  const files = new Map([[decision.evidenceFile, { name: "leases.pdf", path: "evidence/aaaa-leases.pdf" }]]);
  return renderClaimsPage({ claims, sections: groupClaims(claims), files, exportedAt });
}

describe("the page of claims in an export", () => {
  it("lists each claim below every page that contains it, and once if many pages do", () => {
    const sections = groupClaims(claims).map(({ id, claims: { length }, elsewhere }) => [
      id,
      length,
      elsewhere,
    ]);
    expect(sections).toEqual([
      ["several", 1, 0],
      ["/", 1, 1],
      ["/about", 2, 1],
      ["/blog", 0, 1],
      ["/contact", 0, 1],
      ["/faqs", 0, 1],
    ]);
    expect(render()).toContain('<a href="#several">1 statement of this page on 5 or more pages</a>');
  });

  it("begins with links to the pages and the number of claims with each kind of evidence", () => {
    const html = render();
    for (const id of ["several", "/", "/about"]) {
      expect(html).toContain(`<a href="#${id}">`);
      expect(html).toContain(`id="${id}"`);
    }
    expect(wordsOf(html)).toMatch(
      /With evidence: 1 With evidence that has expired: 0 Waived, with a reason: 0 With a source on the page: 1 Undecided: 1/,
    );
  });

  it("counts evidence that has expired separately", () => {
    const html = render(new Date("2027-03-02T16:00:00Z"));
    expect(wordsOf(html)).toContain("With evidence: 0 With evidence that has expired: 1");
  });

  it("marks a claim that a later version of the page no longer contains, and counts it separately", () => {
    const removed = claim("70", ["/about"], { currentPages: [] });
    const all = [...claims, removed];
    const exportedAt = new Date("2026-03-03T16:00:00Z");
    const html = renderClaimsPage({ claims: all, sections: groupClaims(all), files: new Map(), exportedAt });
    expect(wordsOf(html)).toContain("Undecided: 1 No longer on the site at the end of the period: 1");
    expect(wordsOf(html)).toContain("We advised 70 owners. No longer here at the end of the period");
    expect(html.split("No longer here")).toHaveLength(2);
  });

  it("names the other pages of a claim, and links its stored file by its name", () => {
    const html = render();
    expect(wordsOf(html)).toContain("Count: 40 We advised 40 owners. Also on /");
    expect(html).toContain('<a href="evidence/aaaa-leases.pdf">leases.pdf</a>');
    expect(wordsOf(html)).toContain(`On ${everywhere.join(", ")}`);
  });
});
