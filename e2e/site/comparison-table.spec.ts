import { expect, test } from "@playwright/test";

test.use({ viewport: { width: 390, height: 844 } });

test("a phone displays the columns of a comparison one below the other, each with all of its rows", async ({
  page,
}) => {
  await page.goto("/tax-strategies");
  const table = page.locator(".by-column", { hasText: "Which strategies fit your company" });
  const top = async (words: string): Promise<number> =>
    (await table.getByText(words, { exact: true }).boundingBox())?.y ?? Number.NaN;
  const tops = [
    await top("QSBS"),
    await top("Holders of stock issued by a qualifying C corporation"),
    await top("One missed condition"),
    await top("Installment sale"),
    await top("Most sellers who take a note; recapture and inventory gain are taxed in the year of sale"),
    await top("The buyer defaults"),
    await top("Opportunity zone fund"),
    await top("The fund loses value"),
  ];
  expect(tops).not.toContain(Number.NaN);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(new Set(tops).size).toBe(tops.length);
});
