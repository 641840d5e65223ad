import { describe, expect, it } from "vitest";
import { replayPage } from "./replay-page.server.ts";

const archived: Readonly<Record<string, string>> = {
  "/about": "/replay/about",
  "/": "/replay/home",
  "/assets/a.woff2": "/files/1",
  "/assets/b.png": "/files/2",
};

function replay(html: string): string {
  return replayPage(html, "https://www.example.com", (path) => archived[path]);
}

describe("replayPage", () => {
  it.each([
    ["a link to a page", '<a href="/about?x=1#team">', '<a href="/replay/about#team">'],
    ["an absolute link", '<a href="https://www.example.com/about">', '<a href="/replay/about">'],
    ["a fragment", '<a href="#team">', '<a href="#team">'],
    [
      "a picture",
      '<img src="/assets/b.png" srcset="/assets/b.png 1x, /assets/x.png 2x">',
      '<img src="/files/2" srcset="/files/2 1x">',
    ],
    [
      "a font",
      "<style>@font-face{src:url(/assets/a.woff2)}</style>",
      '<style>@font-face{src:url("/files/1")}</style>',
    ],
  ])("replaces %s with its archived copy", (_, given, expected) => {
    expect(replay(given)).toContain(expected);
  });

  it.each([
    ["a link to another site", "https://other.example.net/", "#not-archived"],
    ["a link without an archived page", "/admin", "#not-archived"],
    ["a phone number", "tel:+15125550142", "tel:+15125550142"],
    ["an email address", "mailto:ruth@example.com", "mailto:ruth@example.com"],
  ])("displays %s as a link", (_, given, expected) => {
    expect(replay(`<a href="${given}">text</a>`)).toContain(`<a href="${expected}">text</a>`);
  });

  it.each([
    ["a link to another site", '<a href="https://other.example.net/">text</a>'],
    ["a protocol-relative link", '<a href="//other.example.net/">text</a>'],
    ["a link without an archived page", '<a href="/admin">text</a>'],
    ["a script URL", '<a href="javascript:alert(1)">text</a>'],
    ["a picture of another site", '<img src="https://other.example.net/a.png">'],
    ["a picture in a style sheet", "<style>a{background:url('https://other.example.net/a.png')}</style>"],
    [
      "a picture with a parenthesis in its URL",
      '<style>a{background:URL( "https://other.example.net/a(b).png" )}</style>',
    ],
    ["a URL that does not end", "<style>a{background:url('https://other.example.net/</style>"],
    ["an imported style sheet", '<style>@import "https://other.example.net/a.css";</style>'],
    ["a picture in a style attribute", '<p style="background:url(https://other.example.net/a.png)">'],
    [
      "the target of a form",
      '<form action="/pre-loi-assessment"><button formaction="https://other.example.net/">',
    ],
    ["a script", '<script src="https://other.example.net/a.js"></script><script>fetch("/admin")</script>'],
    ["a frame", '<iframe src="https://other.example.net/"></iframe>'],
    [
      "an object",
      '<object data="https://other.example.net/"></object><embed src="https://other.example.net/">',
    ],
    ["a redirect", '<meta http-equiv="refresh" content="0;url=https://other.example.net/">'],
    ["a base URL", '<base href="https://other.example.net/">'],
    ["a content of <template>", '<template><img src="https://other.example.net/"></template>'],
    ["a content of <noscript>", '<noscript><img src="https://other.example.net/"></noscript>'],
    [
      "a drawing",
      '<svg><image href="https://other.example.net/"/><use xlink:href="https://other.example.net/"/></svg>',
    ],
    ["an event handler", '<p onclick="fetch(&quot;/admin&quot;)">'],
  ])("removes %s", (_, given) => {
    const html = replay(given);
    expect(html).not.toMatch(/other\.example\.net|\/admin|javascript:|pre-loi-assessment/);
  });
});
