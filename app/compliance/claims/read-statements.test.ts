import { expect, it } from "vitest";
import { readStatements } from "./read-statements.server.ts";

const read = (body: string): string[] => readStatements(`<!DOCTYPE html><html><body>${body}</body></html>`);

it("reads title, description, blocks and alternative texts", () => {
  expect(
    readStatements(
      `<html><head><title>Tax</title><meta name="description" content="Four strategies."></head>
      <body><h1>Decide <em>early</em></h1><p>It is <b>20%</b>.</p><img alt="A bar of 20%" src="a.png"></body></html>`,
    ),
  ).toEqual(["Tax", "Four strategies.", "A bar of 20%", "Decide early", "It is 20%."]);
});

it("reads a row of a table and a term with its description as one line each", () => {
  expect(
    read(
      `<table><tr><th>Cash sale</th><td><p>$238,000</p></td></tr></table><dl><dt>Founded</dt><dd>2009</dd></dl>`,
    ),
  ).toEqual(["Cash sale · $238,000", "Founded · 2009"]);
});

it("leaves out form fields with their labels, addresses, phone numbers, axes, scripts and styles", () => {
  expect(
    read(`<form><label>Sales over $5M <input aria-label="Over $5M"></label><legend>100 people</legend>
    <select><option>10%</option></select><textarea placeholder="5 topics">7</textarea><p>Free for 100 owners</p></form>
    <address>600 Example Street</address><a href="tel:+15125550142">(512) 555-0142</a>
    <svg><text>$10M</text></svg><style>p{width:50%}</style><script>var share = "40%"</script>`),
  ).toEqual(["Free for 100 owners"]);
});

it("separates words of neighboring elements, but not the parts of a figure", () => {
  expect(read(`<p><b>The offer</b><span>$24M</span><i>Closing</i> <sup>1</sup>0%</p>`)).toEqual([
    "The offer $24M Closing 10%",
  ]);
});
