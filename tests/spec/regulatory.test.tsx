import { describe, expect, test } from "vitest";
import { brochureFile } from "#app/compliance/disclosures/brochure-file.ts";
import { sampleNotice } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { elementsIn, linksIn, wordsOf } from "./markup.ts";
import { brochureScreen, documentScreen, partIn, sectionIn } from "./screens.tsx";

describe("specification section 2, /form-crs", () => {
  const html = documentScreen("/form-crs");

  test.each([
    ["services", "services", "portfolio management, financial planning, and exit planning"],
    ["the advisory fee", "fees", "advisory fees are generally 1% to 2% annually"],
    ["the planning and consulting fee", "fees", "capped at $200 per hour and is negotiable"],
    ["brokerage commissions", "fees", "may charge commissions"],
    ["sales loads", "fees", "may charge a sales load"],
    ["conflicts of interest", "obligations-and-conflicts", "creates some conflicts with your interests"],
    ["disciplinary history", "disciplinary-history", "Yes."],
    ["contact details: phone", "additional-information", practice.phone.display],
    ["contact details: email", "additional-information", practice.email],
    ["contact details: address", "additional-information", practice.postalAddress.street],
  ])("covers %s", (_, section, words) => {
    expect(wordsOf(sectionIn(html, section))).toContain(words);
  });

  // Other pages say “no commissions”, so this page says who receives them.
  test("says who receives commissions and sales loads, and that the firm receives none", () => {
    const fees = wordsOf(sectionIn(html, "fees"));
    expect(fees).toContain("We never receive brokerage commissions or sales loads");
    expect(fees).toContain("They go to those firms. We and our people receive no part of them");
  });
});

describe("specification section 2, /form-adv-part-2a", () => {
  const html = brochureScreen();
  const [, frame = ""] = /<iframe ([^>]*)>/.exec(html) ?? [];

  test("our own PDF in a titled frame that is 800 pixels high", () => {
    expect(frame).toContain(`src="${brochureFile.path}#`);
    expect(brochureFile.path).toMatch(/^\/[^/].*\.pdf$/);
    expect(frame).toContain('height="800"');
    expect(frame).toMatch(/title="[^"]+"/);
  });

  test("a Download PDF link that saves it", () => {
    const download = { words: "Download PDF", href: brochureFile.path, opensNewTab: false };
    expect(linksIn(html)).toContainEqual(download);
    expect(html).toContain(`download="${brochureFile.name}"`);
  });

  test("a fallback link for browsers that show no PDF, and the same text as a page", () => {
    const ways = linksIn(html.slice(html.indexOf("</iframe>")));
    expect(ways.map(({ href }) => href)).toEqual([brochureFile.path]);
    expect(linksIn(html).map(({ href }) => href)).toContain("/form-adv-part-2a/text");
  });

  test("the text has the eighteen items of the form, in their order", () => {
    const items = elementsIn(documentScreen("/form-adv-part-2a/text"), "h2");
    expect(items.map((item) => Number(/^Item (\d+) \S/.exec(item)?.[1]))).toEqual(
      Array.from({ length: 18 }, (_, index) => index + 1),
    );
  });
});

describe("specification section 2, /form-adv-part-2b", () => {
  const html = documentScreen("/form-adv-part-2b");

  test("items 1 to 6 and nothing else", () => {
    expect(elementsIn(html, "h2")).toHaveLength(6);
  });

  test.each([
    [1, "cover", "Cover Page", practice.advisor.name],
    [
      2,
      "education and experience",
      "Educational Background and Business Experience",
      "Example State University",
    ],
    [3, "discipline", "Disciplinary Information", "The sanction was $10,000"],
    [4, "other business", "Other Business Activities", "no other business or occupation"],
    [5, "additional compensation", "Additional Compensation", "no sales awards"],
    [6, "supervision", "Supervision", practice.complianceOfficer.name],
  ])("item %i: %s", (number, _, heading, words) => {
    const item = sectionIn(html, `item-${number}`);
    expect(elementsIn(item, "h2")).toEqual([`Item ${number} ${heading}`]);
    expect(wordsOf(item)).toContain(words);
  });
});

describe("specification section 2, /privacy-policy", () => {
  const html = documentScreen("/privacy-policy");
  const paperwork = sectionIn(html, "account-disclosures");

  test.each([
    ["account fees", "account-fees", /^Account fees$/],
    ["business continuity plan", "business-continuity", /^Business continuity plan$/],
    ["privacy policy", "customer-privacy", /privacy policy$/],
    [
      "fiduciary acknowledgement for IRA accounts",
      "ira-acknowledgement",
      /^Fiduciary acknowledgement for IRA/,
    ],
    ["customer identification notice", "customer-identification", /^Customer identification notice$/],
  ])("contains: %s", (_, id, heading) => {
    const part = partIn(paperwork, id);
    expect(elementsIn(part, "h3")[0]).toMatch(heading);
    expect(wordsOf(part).length).toBeGreaterThan(300);
  });

  test("blank lines for signature, date, name and account", () => {
    const lines = /<dl class="blank-lines">(.*?)<\/dl>/s.exec(partIn(paperwork, "acknowledgment"))?.[1] ?? "";
    expect(elementsIn(lines, "dt")).toEqual(["Signature", "Date", "Name", "Account"]);
    expect(elementsIn(lines, "dd")).toEqual(["", "", "", ""]);
  });

  // The website's notice is separate from the account paperwork.
  test("the website's privacy notice is a separate section", () => {
    expect(elementsIn(html, "h2")).toEqual([
      "Part A: Website privacy notice",
      "Part B: Account paperwork for clients",
    ]);
  });
});

describe("placeholders", () => {
  test.each([
    ["/form-crs", documentScreen("/form-crs")],
    ["/form-adv-part-2a", brochureScreen()],
    ["/form-adv-part-2a/text", documentScreen("/form-adv-part-2a/text")],
    ["/form-adv-part-2b", documentScreen("/form-adv-part-2b")],
    ["/privacy-policy", documentScreen("/privacy-policy")],
  ])("%s says once that it is a sample", (_, html) => {
    expect(sampleNotice).toBe("Sample document: replace with the firm’s filed version before publishing");
    expect(wordsOf(html).split(sampleNotice)).toHaveLength(2);
  });
});
