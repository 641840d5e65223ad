import { describe, expect, it } from "vitest";
import { disclosures, listPostalAddressLines } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { renderEmail } from "./render-email.server.tsx";
import type { EmailCategory } from "#app/email/definition/email-kinds.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";

const postalAddressLines = listPostalAddressLines();
const siteUrl = "https://www.example.com";
const preferencesKey = "11111111-2222-4333-8444-555555555555";

function createContent(overrides: Partial<EmailContent> = {}): EmailContent {
  return {
    subject: "Your seat",
    preview: "Thursday at noon.",
    heading: "You have a seat",
    blocks: [
      "It is reserved.",
      { facts: [["Date", "Thursday, December 17, 2026"]] },
      { button: { label: "Join the live event", url: "https://live.example.com/join?a=1&b=2" } },
      {
        link: { before: "Or open ", label: "your seat", url: "https://www.example.com/place/1", after: "." },
      },
      { quote: "First line\nSecond line" },
    ],
    ...overrides,
  };
}

const render = (
  content: EmailContent,
  category: EmailCategory = "transactional",
  lines = postalAddressLines,
) => renderEmail(content, { category, siteUrl, postalAddressLines: lines, preferencesKey });

describe("the text of an email", () => {
  it("contains all content, with URLs in full", () => {
    expect(render(createContent()).text).toContain(
      [
        "You have a seat",
        "It is reserved.",
        "Date: Thursday, December 17, 2026",
        "Join the live event:\nhttps://live.example.com/join?a=1&b=2",
        "Or open your seat <https://www.example.com/place/1>.",
        "> First line\n> Second line",
        // Above the signature, which mail programs collapse.
        `Manage email and call preferences, or unsubscribe:\n${siteUrl}/letters/preferences/${preferencesKey}`,
        `-- \n${postalAddressLines.join("\n")}`,
      ].join("\n\n"),
    );
  });
});

describe("the HTML of an email", () => {
  it("contains the same words as the text", () => {
    const { text, html } = render(createContent());
    const words = (written: string) => written.match(/[\p{L}\p{N}’]+/gu) ?? [];
    const visible = html
      .replace(/<head>.*<\/head>/s, "")
      .replaceAll(/href="([^"]+)"/g, ">$1<")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll("&amp;", "&")
      .replaceAll(/&\w+;/g, " ");
    expect(new Set(words(visible))).toEqual(
      new Set([...words(text), ...words(createContent().preview), ...words(practice.firmName)]),
    );
  });

  it("exposes facts as a table to screen readers, and hides the ornament and the preview", () => {
    const { html } = render(createContent());
    expect(html).toMatch(/<th scope="row"[^>]*>Date<\/th><td[^>]*>Thursday, December 17, 2026<\/td>/);
    expect(html).toMatch(/<div aria-hidden="true"[^>]*>Thursday at noon\./);
    expect(html.match(/<table role="presentation" aria-hidden="true"/g)).toHaveLength(2);
  });

  it("loads and runs nothing", () => {
    const { html } = render(createContent());
    expect(html).not.toMatch(/<(img|script|link|iframe|object|video)\b|src=|url\(|@import|@font-face/i);
  });

  it("escapes what people typed", () => {
    const { html } = render(createContent({ blocks: [{ quote: "<img src=x onerror=alert(1)>" }] }));
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img");
  });

  it("declares its language, subject and dark color scheme", () => {
    const { html } = render(createContent());
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain("<title>Your seat</title>");
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });
});

describe.each(["text", "html"] as const)("the %s of every email", (form) => {
  it.each(["transactional", "notifications"] as const)(
    "of the category %s ends with sender, postal address and disclosures",
    (category) => {
      const written = render(createContent(), category)[form].replaceAll("&#x27;", "'");
      for (const line of [...postalAddressLines, practice.phone.display, practice.email, ...disclosures]) {
        expect(written).toContain(line);
      }
    },
  );

  it("names the sender if there is no postal address", () => {
    const written = render(createContent(), "transactional", [])[form];
    expect(written).toContain(practice.firmName);
    expect(written).not.toContain(practice.postalAddress.street);
  });

  it("links to the preference page if it is for a visitor, and not if it is for the firm or staff", () => {
    const preferencesUrl = `${siteUrl}/letters/preferences/${preferencesKey}`;
    expect(render(createContent())[form]).toContain(preferencesUrl);
    expect(render(createContent(), "notifications")[form]).not.toContain(preferencesKey);
    expect(render(createContent(), "account")[form]).not.toContain(preferencesKey);
  });
});

describe("the headers of an email", () => {
  it("to a visitor permit one-click unsubscribing (RFC 8058)", () => {
    expect(render(createContent()).headers).toEqual({
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<${siteUrl}/functions/v1/letters/unsubscribe/${preferencesKey}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it.each(["notifications", "account"] as const)("of the category %s do not", (category) => {
    expect(render(createContent(), category).headers).toEqual({ "Auto-Submitted": "auto-generated" });
  });
});
