import { expect } from "@playwright/test";
import { exportStyles } from "#app/compliance/site-export/export-styles.ts";
import { test } from "../kit/test.ts";

const sentence = "This sentence of a page is long and takes the width that the table has. ".repeat(4);

test("words in the tables of a package are not broken, and long addresses wrap", async ({ page }) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const address = `https://files.example.com/${"a".repeat(300)}`;
    await page.setContent(
      `<style>${exportStyles}</style><table>
        <tr><th>${sentence}</th><td id="word">Undecided</td></tr>
      </table>
      <table>
        <tr><th>Link</th><td>${address}</td></tr>
      </table>`,
    );
    const lines = await page.locator("#word").evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  }
});
