import { expect } from "@playwright/test";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("an examiner reads, filters and searches the audit log for a person @long", async ({
  browser,
  page,
  viewport,
}) => {
  const email = await signInAs(page, "examiner");
  await page.goto("/admin/audit");
  await expect(page.getByText(`${email} read the audit log.`)).toBeVisible();
  await expectAccessibleAndFitting(page);
  if (viewport?.width === 390) await page.getByText("More filters").click();
  await page.getByLabel("What", { exact: true }).selectOption("Signed in");
  await page.getByLabel("Who").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row")).toHaveCount(2);
  await expect(page.getByText(`${email} signed in.`)).toBeVisible();

  await page.getByText("Find entries about a person").focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Email address").fill(email);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/about=person%3A/);
  expect(page.url()).not.toContain("@");
  await expect(page.getByText(`${email} read the audit log.`)).toBeVisible();

  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/audit?after=nothing&action=moon-landed");
  await expect(plain.getByRole("alert")).toContainText("“moon-landed” is not a valid choice for “What”");
  await plain.getByText("Find entries about a person").click();
  await plain.getByLabel("Email address").fill(email);
  await plain.getByRole("button", { name: "Find" }).click();
  await expect(plain).toHaveURL(/about=person%3A/);
  await plain.context().close();
});

test("an owner exports the log @any-width @long", async ({ page }) => {
  const email = await signInAs(page, "owner");
  await page.goto(`/admin/audit?who=${email}`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/);
  await expect(page.getByText(/Exported \d+ audit log entr(?:y|ies) to CSV\./)).toBeVisible();
});
