import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FoldingTable } from "./folding-table.tsx";

test("every cell of a row but its header names its column, for rows that are folded", () => {
  const html = renderToStaticMarkup(
    <FoldingTable
      caption="Three prices"
      columns={[{ label: "Line" }, { label: "Low", figures: true }, { label: "Proof" }]}
      rows={[{ key: "equity", cells: ["Equity", "$14.90M", "Statements"], kind: "sum" }]}
    />,
  );
  expect(html).toContain('<caption class="caption">Three prices</caption>');
  expect(html).toContain('<tr class="sum"><th scope="row">Equity</th>');
  expect(html).toContain('<td data-label="Low" class="figures">$14.90M</td>');
  expect(html).toContain('<td data-label="Proof">Statements</td>');
});

test("a compact table keeps its rows on narrow screens", () => {
  const columns = [{ label: "Line" }, { label: "Low", figures: true }, { label: "High", figures: true }];
  const rows = [{ key: "price", cells: ["Price", "$17.60M", "$22.40M"] }];
  const classOf = (html: string) => /<table class="([^"]*)"/.exec(html)?.[1];
  const table = { caption: "Prices", columns, rows };
  expect(classOf(renderToStaticMarkup(<FoldingTable {...table} isCompact />))).toBe("compact num");
  expect(classOf(renderToStaticMarkup(<FoldingTable {...table} />))).toBe("folding num figures-only");
});

test("words about an amount follow its line on narrow screens", () => {
  const columns = [{ label: "Item" }, { label: "Amount", figures: true }, { label: "Proof" }];
  const rows = [{ key: "pay", cells: ["Pay", "+$280,000", "A salary survey"] }];
  const html = renderToStaticMarkup(<FoldingTable caption="Adjustments" columns={columns} rows={rows} />);
  expect(html).toContain('<table class="folding num mixed amounts">');
});

test("every cell of a comparison names its row, because narrow screens fold it by column", () => {
  const html = renderToStaticMarkup(
    <FoldingTable
      caption="Two structures"
      isComparison
      columns={[
        { label: "Line" },
        { label: "Stock sale", figures: true },
        { label: "Asset sale", figures: true },
      ]}
      rows={[{ key: "cash", label: "Cash", cells: [<b key="cash">Cash</b>, "$13.50M", "$13.02M"] }]}
    />,
  );
  expect(html).toContain('<table class="folding num figures-only by-column">');
  expect(html.match(/data-label="Cash"/g)).toHaveLength(2);
});
