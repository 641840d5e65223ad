import { expect } from "@playwright/test";
import { openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a sentence is edited, submitted, approved by another person and published", async ({
  page,
  browser,
}) => {
  await signInAs(page, "staff");
  await page.goto("/admin/content");
  await page.getByRole("link", { name: "Succession planning", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: /^Closing/ }).click();
  const text = page.getByLabel("Text", { exact: true });
  await text.fill("You will know what to ask your family.");
  const frame = page.locator("iframe").last().contentFrame();
  await expect(frame.getByText("You will know what to ask your family.")).toBeAttached({ timeout: 15_000 });
  await page.getByLabel("Reason for the change").fill("A clearer closing");
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.locator(".alert")).toHaveText("Submitted for approval.");
  await expect(page.getByRole("button", { name: "Approve and publish" })).toHaveCount(0);

  const owner = await (await browser.newContext()).newPage();
  await signInAs(owner, "owner");
  await owner.goto("/admin/content");
  await owner.getByRole("link", { name: "Succession planning", exact: true }).first().click();
  await expect(owner.locator("ins").first()).toBeVisible();
  await owner.getByRole("button", { name: "Approve and publish" }).click();
  await expect(owner.locator(".alert")).toContainText(/Published as release \d+\./, { timeout: 60_000 });
  await owner.goto("/succession-planning");
  await expect(owner.getByText("You will know what to ask your family.")).toBeVisible();
  await owner.context().close();
});

test("a draft is edited without scripting", async ({ page, browser }) => {
  await signInAs(page, "owner");
  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/content/services");
  await plain.getByRole("button", { name: "Edit", exact: true }).click();
  await plain.getByLabel("Title").first().fill("A typed title");
  await plain.getByRole("button", { name: /^Move down ?: Service 1 of 6/ }).click();
  await expect(plain.getByLabel("Title").nth(1)).toHaveValue("A typed title");
  await plain.getByRole("button", { name: "Save draft" }).first().click();
  await expect(plain.locator(".alert")).toHaveText("Draft saved.");
  await plain.getByText("Discard draft").click();
  await plain.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(plain.locator(".alert")).toHaveText("Draft discarded. The site stays as it is.");
});
