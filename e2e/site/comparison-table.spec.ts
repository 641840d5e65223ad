import { expect, test } from "@playwright/test";

test.use({ viewport: { width: 390, height: 844 } });

test("a phone displays the columns of a comparison one below the other, each with all of its rows", async ({
  page,
}) => {
  await page.goto("/tax-strategies");
  const table = page.locator(".by-column", { hasText: "What your entity type decides" });
  const top = async (words: string): Promise<number> =>
    (await table.getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN;
  const tops = [
    await top("S corporation"),
    await top("Never"),
    await top("Ends the S election if it holds shares"),
    await top("C corporation"),
    await top("If the stock qualifies"),
    await top("Can sell the shares"),
    await top("LLC taxed as a partnership"),
    await top("100% tax on business income"),
  ];
  expect(tops).not.toContain(Number.NaN);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(new Set(tops).size).toBe(tops.length);
});
