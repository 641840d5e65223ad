import { expect, it } from "vitest";
import { testDatabase } from "#tests/kit/database.ts";
import { type ChangedPage, findChangedClaims } from "./draft-claims.server.ts";

const { db } = testDatabase();

const sentence = "<p>We managed $412 million on December 31, 2025.</p>";
const page = (path: string, before: string, after = before): ChangedPage => ({ path, before, after });
const openOn = async (...pages: ChangedPage[]) =>
  (await findChangedClaims(db, pages)).open.map(({ path, reason }) => [path, reason]);

it("a claim that a change adds to a page needs a decision, although a regulatory document contains it", async () => {
  const brochure = page("/form-adv-part-2a/text", sentence);
  expect(await openOn(page("/about", "<p>About us</p>", sentence), brochure)).toEqual([
    ["/about", "undecided"],
  ]);
  expect(await openOn(page("/new", "", sentence), brochure)).toEqual([["/new", "undecided"]]);
});

it("a claim that a change adds to a regulatory document and to another page needs a decision", async () => {
  const pages = [page("/about", "<p>About us</p>", sentence), page("/form-crs", "<p>CRS</p>", sentence)];
  expect(await openOn(...pages)).toMatchObject([[expect.any(String), "undecided"]]);
  expect(await openOn(page("/form-crs", "<p>CRS</p>", sentence))).toEqual([]);
});

it("a claim on another page needs a decision on a page that a change edits, and none on a page that it adds", async () => {
  const about = page("/about", sentence);
  expect(await openOn(page("/", "<p>Home</p>", sentence), about)).toEqual([["/", "undecided"]]);
  expect(await openOn(page("/new", "", sentence), about)).toEqual([]);
});

it("a claim of a regulatory document that a change edits needs a decision only on other pages", async () => {
  const edited = page("/form-crs", sentence, `<p>Updated</p>${sentence}`);
  expect(await openOn(edited)).toEqual([]);
  expect(await openOn(edited, page("/form-adv-part-2a/text", "<p>ADV</p>", sentence))).toEqual([]);
  expect(await openOn(edited, page("/about", "<p>About us</p>", sentence))).toMatchObject([
    [expect.any(String), "undecided"],
  ]);
  expect(await openOn(page("/form-crs", sentence, "<p>Moved</p>"), page("/new", "", sentence))).toEqual([
    ["/new", "undecided"],
  ]);
  expect(await openOn(edited, page("/about", sentence, `<p>About us</p>${sentence}`))).toEqual([]);
});

it("every claim that a change adds is listed once with its source, and none that its pages had before", async () => {
  const law = "<p>Gain is excluded up to 100% (26 U.S.C. § 1202(a)).</p>";
  const { added } = await findChangedClaims(db, [
    page("/about", "<p>We have 5 offices.</p>", `<p>We have 5 offices.</p>${sentence}`),
    page("/", "<p>We have 9 advisors.</p>", `${sentence}<p>We have 7 advisors.</p>`),
    page("/team", "<p>Our team</p>", "<p>We have 9 advisors.</p>"),
    page("/form-crs", "<p>CRS</p>", "<p>The fee is 2%.</p>"),
    page("/faqs", law),
  ]);
  expect(added.map(({ figure, path, source }) => [figure, path, source])).toEqual([
    ["$412 million", "/about", null],
    ["7 advisors", "/", null],
    ["2%", "/form-crs", "Client Relationship Summary"],
  ]);
});
