import { describe, expect, it } from "vitest";
import { pageMeta } from "./page-meta.ts";
import { documentPages, registeredPages } from "./content-pages.ts";
import { pages } from "./registry.ts";

const matches = [{ id: "root", loaderData: { siteUrl: "https://www.example.com" } }];

describe("the canonical link", () => {
  it.each(registeredPages.map((page) => [page.path, page] as const))("%s has one", (_, page) => {
    expect(canonicalOf(pageMeta(page, matches))).toMatch(/^https:\/\/www\.example\.com\//);
  });

  it.each([
    [pages.assessmentResult, pages.assessment.path],
    [pages.attendee, pages.eventSignup.path],
    [pages.letterPreferences, pages.home.path],
    [pages.confirmAddress, pages.auth.path],
    [pages.invitation, pages.auth.path],
    [pages.setUp, pages.auth.path],
  ] as const)("of $path, whose URL contains a secret key, is that of a public page: %s", (page, path) => {
    expect(canonicalOf(pageMeta(page, matches))).toBe(`https://www.example.com${path}`);
  });

  it("does not make an unlisted page indexable", () => {
    expect(pageMeta(pages.auth, matches)).toContainEqual({ name: "robots", content: "noindex" });
  });

  it("is omitted when the site's URL is unknown because the root loader failed", () => {
    expect(canonicalOf(pageMeta(pages.home, []))).toBeUndefined();
  });
});

describe("the share image", () => {
  it.each(Object.values(documentPages).map((page) => [page.path, page] as const))(
    "of %s displays the name of the document",
    (_, page) => {
      const alt = pageMeta(page, matches).flatMap((each) =>
        "property" in each && each.property === "og:image:alt" ? [String(each.content)] : [],
      )[0];
      expect(alt).toMatch(/^(?:Form (?:ADV Part 2[AB]|CRS)|Privacy Policy)/);
    },
  );
});

function canonicalOf(meta: ReturnType<typeof pageMeta>): unknown {
  return meta.flatMap((each) => ("rel" in each && each.rel === "canonical" ? [each.href] : []))[0];
}
