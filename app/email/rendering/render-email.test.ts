import { describe, expect, it } from "vitest";
import { disclosures, postalAddressLines } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { renderEmail } from "./render-email.server.tsx";
import type { EmailContent } from "./email-content.ts";

const siteUrl = "https://www.example.com";
const preferencesKey = "11111111-2222-4333-8444-555555555555";

function aContent(overrides: Partial<EmailContent> = {}): EmailContent {
  return {
    subject: "Your seat",
    preview: "Thursday at noon.",
    topic: "essential",
    audience: "visitor",
    heading: "You have a seat",
    blocks: [
      "It is reserved.",
      { facts: [["Date", "Thursday, December 17, 2026"]] },
      { button: { label: "Join the live video", url: "https://live.example.com/join?a=1&b=2" } },
      {
        link: { before: "Or open ", label: "your place", url: "https://www.example.com/place/1", after: "." },
      },
      { quote: "First line\nSecond line" },
    ],
    ...overrides,
  };
}

const frame = (content: EmailContent, lines = postalAddressLines) =>
  renderEmail(content, { siteUrl, postalAddressLines: lines, preferencesKey });

describe("the text of a letter", () => {
  it("says everything that the letter says, links written out", () => {
    expect(frame(aContent()).text).toContain(
      [
        "You have a seat",
        "It is reserved.",
        "Date: Thursday, December 17, 2026",
        "Join the live video:\nhttps://live.example.com/join?a=1&b=2",
        "Or open your place <https://www.example.com/place/1>.",
        "> First line\n> Second line",
        // Above the signature, which mail programs fold away.
        `Choose which emails and calls you get, or stop them:\n${siteUrl}/letters/preferences/${preferencesKey}`,
        `-- \n${postalAddressLines.join("\n")}`,
      ].join("\n\n"),
    );
  });
});

describe("the HTML of a letter", () => {
  it("says the same words as the text", () => {
    const { text, html } = frame(aContent());
    const words = (written: string) => written.match(/[\p{L}\p{N}’]+/gu) ?? [];
    const visible = html
      .replace(/<head>.*<\/head>/s, "")
      .replaceAll(/href="([^"]+)"/g, ">$1<")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll("&amp;", "&")
      .replaceAll(/&\w+;/g, " ");
    expect(new Set(words(visible))).toEqual(
      new Set([...words(text), ...words(aContent().preview), ...words(practice.firmName)]),
    );
  });

  it("reads out its facts as a table, and neither ornament nor preview", () => {
    const { html } = frame(aContent());
    expect(html).toMatch(/<th scope="row"[^>]*>Date<\/th><td[^>]*>Thursday, December 17, 2026<\/td>/);
    expect(html).toMatch(/<div aria-hidden="true"[^>]*>Thursday at noon\./);
    expect(html.match(/<table role="presentation" aria-hidden="true"/g)).toHaveLength(2);
  });

  it("fetches nothing from anywhere and runs nothing", () => {
    const { html } = frame(aContent());
    expect(html).not.toMatch(/<(img|script|link|iframe|object|video)\b|src=|url\(|@import|@font-face/i);
  });

  it("makes text of whatever somebody typed", () => {
    const { html } = frame(
      aContent({ audience: "practice", blocks: [{ quote: "<img src=x onerror=alert(1)>" }] }),
    );
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img");
  });

  it("tells its language, its subject, and that it has a dark scheme", () => {
    const { html } = frame(aContent());
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(html).toContain("<title>Your seat</title>");
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
    expect(html).toContain("@media (prefers-color-scheme: dark)");
  });
});

describe.each(["text", "html"] as const)("the %s of every letter", (form) => {
  it.each(["visitor", "practice"] as const)(
    "to a %s ends with sender, postal address and disclosures",
    (audience) => {
      const written = frame(aContent({ audience }))[form].replaceAll("&#x27;", "'");
      for (const line of [...postalAddressLines, practice.phone.display, practice.email, ...disclosures]) {
        expect(written).toContain(line);
      }
    },
  );

  it("names the sender where there is no postal address", () => {
    const written = frame(aContent(), [])[form];
    expect(written).toContain(practice.firmName);
    expect(written).not.toContain(practice.postalAddress.street);
  });

  it("has the way to stop letters where it goes to a visitor, and none to ourselves or about an account", () => {
    const address = `${siteUrl}/letters/preferences/${preferencesKey}`;
    expect(frame(aContent())[form]).toContain(address);
    expect(frame(aContent({ audience: "practice" }))[form]).not.toContain(preferencesKey);
    expect(frame(aContent({ audience: "staff" }))[form]).not.toContain(preferencesKey);
  });
});

describe("the headers of a letter", () => {
  it("to a visitor stop letters at one press (RFC 8058)", () => {
    expect(frame(aContent()).headers).toEqual({
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<${siteUrl}/functions/v1/letters/unsubscribe/${preferencesKey}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it.each(["practice", "staff"] as const)("to %s do not", (audience) => {
    expect(frame(aContent({ audience })).headers).toEqual({ "Auto-Submitted": "auto-generated" });
  });
});
