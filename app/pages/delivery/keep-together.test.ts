import { expect, it } from "vitest";
import { keepTogether } from "./keep-together.ts";

/** The text after the body's tag, with every non-breaking space as an underscore. */
function shown(text: string): string {
  return keepTogether(`<body>${text}`).slice("<body>".length).replaceAll("\u00a0", "_");
}

it.each([
  ["the tax of 26 U.S.C. § 1374 applies", "the tax of 26_U.S.C. §_1374 applies"],
  ["26 C.F.R. § 1.338(h)(10)-1(c)(3), (d)(5)", "26_C.F.R. §_1.338(h)(10)-1(c)(3), (d)(5)"],
  ["(26 U.S.C. §§ 1(h), 11(b))", "(26_U.S.C. §§_1(h), 11(b))"],
  ["Pub. L. 119-21, § 70301", "Pub._L._119-21, §_70301"],
  ["Rev. Rul. 99-5, situation 1", "Rev._Rul._99-5, situation 1"],
  ["Rev. Proc. 2025-32", "Rev._Proc._2025-32"],
  ["Items 5 and 12, Item 16 of Part 2A", "Items_5 and 12, Item_16 of Part_2A"],
  ["Form 8594, Form CRS, Form ADV Part 2A", "Form_8594, Form_CRS, Form_ADV Part_2A"],
  ["98 San Jacinto Blvd, Suite 210", "98 San Jacinto Blvd, Suite_210"],
  ["write to 600 Example Street, Suite 210", "write to 600_Example Street, Suite_210"],
  ["a payout of 5–7% in 2–3 years", "a payout of 5–\u20607% in 2–3 years"],
  ["§ <!-- -->453", "§_<!-- -->453"],
  ["an S corporation or C corporation", "an S_corporation or C_corporation"],
  ["check the S election", "check the S_election"],
  ["$10 million, $3.5 million", "$10_million, $3.5_million"],
  ["issued after July 4, 2025, in 18 months", "issued after July_4, 2025, in 18_months"],
  ["November 22, 2026", "November_22, 2026"],
  ["call (512) 555-0142", "call (512)_555-0142"],
  ["under ERISA (29 CFR 2550)", "under ERISA (29_CFR 2550)"],
  ["$2.8M − $1.2M = $3.10M", "$2.8M − $1.2M_=_$3.10M"],
  ["short by −$0.92M", "short by −\u2060$0.92M"],
  ["a five-year hold, a 30-minute call<b>", "a five-\u2060year hold, a 30-\u2060minute call<b>"],
  ["non-grantor, (drag-along), step-up<b>", "non-\u2060grantor, (drag-\u2060along), step-\u2060up<b>"],
  ["Tax · December 2024 · 6 min read", "Tax_· December 2024_· 6_min_read"],
])("keeps together: %s", (text, words) => {
  expect(shown(text)).toBe(words);
});

it.each([
  "a part 2 of it",
  "Items you bring",
  "in 26 companies",
  "in May they",
  "class S companies",
  "a waiting-list position<b>",
  "the Pre-LOI Assessment<b>",
  "/tax-strategies<b>",
  "pre-loi@example.com<b>",
  '<a href="/x" class="half-width">',
])("changes no other text: %s", (text) => {
  expect(shown(text)).toBe(text);
});

it.each([
  '<form class="assess"><span>of 7 · Readiness</span>12 months</form>',
  '<div data-island="/a.js" data-props="{&quot;promise&quot;:&quot;in 18 months&quot;}">',
])("changes nothing that is hydrated: %s", (text) => {
  expect(shown(`${text}in 18 months`)).toBe(`${text}in 18_months`);
});

it("leaves the head as it is", () => {
  const head = "<head><title>Suite 210, § 453</title></head>";
  expect(keepTogether(`${head}<body>Suite 210`)).toBe(`${head}<body>Suite\u00a0210`);
  expect(keepTogether(head)).toBe(head);
});
