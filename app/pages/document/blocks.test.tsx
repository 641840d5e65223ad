import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Blocks } from "./blocks.tsx";
import { blockSchema } from "#content/document-schema.ts";

const table = { caption: "Line by line", columns: ["Item", "Amount"], rows: [["Price", "$20.00M"]] };

test("a fold is closed, and its summary replaces the caption of a table with the same one", () => {
  const block = blockSchema.parse({
    fold: { summary: "Line by line", blocks: ["The price is agreed.", { table }] },
  });
  const html = renderToStaticMarkup(<Blocks blocks={[block]} />);
  expect(html).toMatch(/^<details class="fold"><summary>Line by line<svg/);
  expect(html).toContain("</summary><p>The price is agreed.</p><figure");
  expect(html).toContain('<caption class="unseen">Line by line</caption>');
});

test("another table in a fold displays its caption", () => {
  const html = renderToStaticMarkup(
    <Blocks blocks={[{ fold: { summary: "Details", blocks: [{ table }] } }]} />,
  );
  expect(html).toContain('<caption class="caption">Line by line</caption>');
});

test("a fold contains no other fold", () => {
  const inner = { fold: { summary: "Inner", blocks: ["Text."] } };
  expect(blockSchema.safeParse({ fold: { summary: "Outer", blocks: [inner] } }).success).toBe(false);
});
