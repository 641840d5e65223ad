import { expect, it } from "vitest";
import { readPageText } from "./page-text.server.ts";

it("reads title, description and one line for each block, without scripts and styles", () => {
  const html = `<!DOCTYPE html><html><head>
    <title>Tax  strategies</title><meta name="description" content="Four strategies.">
    <style>body{color:red}</style><script type="application/ld+json">{"name":"x"}</script></head>
    <body><h1>Decide <em>early</em></h1><p>On a&nbsp;$10M sale in five-\u2060year steps,<br>the tax is <b>$2.38M</b>.</p>
    <img alt="Bars" src="a.png"><details><summary>More</summary><p>Hidden</p></details>
    <noscript>Works without scripting</noscript></body></html>`;
  expect(readPageText(html)).toEqual({
    title: "Tax strategies",
    text: [
      "Tax strategies",
      "Four strategies.",
      "Decide early",
      "On a $10M sale in five-year steps,",
      "the tax is $2.38M.",
      "[Bars]",
      "More",
      "Hidden",
      "Works without scripting",
    ].join("\n"),
  });
});
