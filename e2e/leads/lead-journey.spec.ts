import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { questions } from "#app/assessments/questions/questions.ts";
import { getAnswer } from "../kit/assessment.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn } from "../kit/staff.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { test } from "../kit/test.ts";

/** Presses the button that prints the result, with the browser's dialog replaced. */
async function expectPrintButton(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => {
    window.print = () => {
      document.documentElement.dataset["printed"] = "yes";
    };
  });
  await page.getByRole("button", { name: "Print or save as PDF" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-printed", "yes");
}

test("a visitor takes the assessment and sees a score; staff see the lead and export it", async ({
  page,
  browser,
}) => {
  const person = newPerson();

  await page.goto("/");
  await page.getByRole("link", { name: "Pre-LOI Checklist" }).click();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByRole("link", { name: "Start with the first question" }).click();
  // The middle answer of every question gives 14 of 21.
  for (const index of questions.keys()) {
    await getAnswer(page, index, 1).check();
    if (index < questions.length - 1) await page.getByRole("link", { name: "Next question" }).click();
  }
  await waitForHumanPace(page);
  await page.getByRole("button", { name: "Get My Assessment Results" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("14");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Making Progress");
  await expect(page.getByText("Assessment Complete!")).toBeVisible();
  await expectPrintButton(page);

  await addStaff(`owner-${person.email}`, "owner");
  const staffPage = await (await browser.newContext()).newPage();
  // Waits for hydration. Before it, the browser saves the file without a notification.
  const isAlive = staffPage.waitForResponse(/\/api\/session$/);
  await signIn(staffPage, `owner-${person.email}`);
  await staffPage.goto("/admin");
  await isAlive;
  // The first badge is the assessment's; the visit has another further down.
  const row = staffPage.getByRole("row", { name: person.email }).first();
  await expect(row).toContainText(person.name);
  await expect(row).toContainText("14/21");
  await expect(row).toContainText("Making Progress");

  const download = staffPage.waitForEvent("download");
  await staffPage
    .getByRole("button", { name: /Export CSV/ })
    .first()
    .click();
  // The notification disappears automatically, so it is checked while the download continues.
  await expect(staffPage.getByText("Export Successful")).toBeVisible();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^pre-loi-assessments-\d{4}-\d{2}-\d{2}\.csv$/);

  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  const records: Record<string, string>[] = parse(text, { bom: true, columns: true });
  const record = records.find((candidate) => candidate.Email === person.email);
  expect(record).toMatchObject({
    Name: person.name,
    Phone: person.phone,
    Score: "14",
    "Score Level": "Making Progress",
  });
});
