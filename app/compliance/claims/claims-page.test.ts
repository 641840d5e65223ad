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

const waiver = {
  ...decision,
  decidedAt: new Date("2026-03-04T16:00:00Z"),
  decision: "waived",
  evidenceFile: null,
  asOf: null,
  expiresOn: null,
  reason: "Withdrawn",
} as const;

const at = new Date("2026-03-03T16:00:00Z");
const exportedAt = new Date("2026-03-09T16:00:00Z");

function claim(figure: string, pages: string[], changes: Partial<ExportedClaim> = {}): ExportedClaim {
  const sentence = `We advised ${figure} owners.`;
  return {
    kind: "count",
    figure,
    sentence,
    pages,
    currentPages: pages,
    source: null,
    status: "undecided",
    decisions: [],
    ...changes,
  };
}

const everywhere = ["/", "/about", "/blog", "/contact", "/faqs"];

const claims = [
  claim("40", ["/about", "/"], { status: "bound", decisions: [decision, waiver] }),
  claim("50", ["/about"], { status: "sourced", source: "26 U.S.C. 1202" }),
  claim("60", everywhere),
];

function render(): string {
  const files = new Map([[decision.evidenceFile, { name: "leases.pdf", path: "evidence/aaaa-leases.pdf" }]]);
  return renderClaimsPage({ claims, sections: groupClaims(claims), files, at, exportedAt });
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
    expect(render()).toContain('<a href="#several">1 claim of this page on 5 or more pages</a>');
  });

  it("begins with links to the pages and the number of claims with each status at the time of the pages", () => {
    const html = render();
    for (const id of ["several", "/", "/about"]) {
      expect(html).toContain(`<a href="#${id}">`);
      expect(html).toContain(`id="${id}"`);
    }
    expect(wordsOf(html)).toContain(
      "Status on Mar 3, 2026, 10:00 AM CST Evidence attached: 1 Expires soon: 0 Expired: 0 Waived: 0 Source on page: 1 Undecided: 1 Pages",
    );
  });

  it("shows the status at the time of the pages, and every decision with its time, also later ones", () => {
    expect(wordsOf(render())).toContain(
      "Evidence attached Mar 2, 2026, 10:00 AM CST: Evidence attached by ruth@example.com: leases.pdf (as of Mar 1, 2026, expires Mar 1, 2027) Mar 4, 2026, 10:00 AM CST, after the time of these pages: Waived by ruth@example.com. Reason: Withdrawn",
    );
  });

  it("marks a claim that a later version of the page no longer contains, and counts it separately", () => {
    const removed = claim("70", ["/about"], { status: "gone", currentPages: [] });
    const all = [...claims, removed];
    const sections = groupClaims(all);
    const html = renderClaimsPage({ claims: all, sections, files: new Map(), at, exportedAt });
    expect(wordsOf(html)).toContain("Undecided: 1 No longer on the site: 1");
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
