import { expect } from "@playwright/test";
import { openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

// Of two publications at the same time, the second one is refused.
test.describe.configure({ mode: "default" });

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
  await expect(plain.locator(".alert")).toHaveText("Draft discarded. The site is unchanged.");
});

test("an article is created, written with a preview, published by another person, and withdrawn", async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  await signInAs(page, "staff");
  await page.goto("/admin/content/pictures");
  await page.getByLabel("Alternative text").fill("A clock");
  const bytes = await page.screenshot({ clip: { x: 0, y: 0, width: 900, height: 500 } });
  await page.getByLabel("File").setInputFiles({ name: "clock.png", mimeType: "image/png", buffer: bytes });
  await page.getByRole("button", { name: "Upload" }).press("Enter");
  await expect(page.locator(".alert")).toContainText("Picture uploaded.");
  const line = await page.getByLabel("Markdown for the article").first().inputValue();
  await page.goto("/admin/content");
  await page.getByRole("link", { name: "New article" }).press("Enter");
  await page.getByLabel("Title").fill("The seller’s note");
  await page.getByRole("button", { name: "Create article" }).click();
  await expect(page.locator(".alert")).toContainText("Article created.");
  await expect(page).toHaveURL(/part=the-sellers-note/);
  const text = page.getByLabel("The sellers note", { exact: true });
  await text.fill(fillBlanks(await text.inputValue()) + line);
  const frame = page.locator("iframe").last().contentFrame();
  await expect(frame.getByRole("heading", { name: "Who is paid first" })).toBeAttached({ timeout: 15_000 });
  await page.getByRole("button", { name: "Submit for approval" }).click();
  await expect(page.locator(".alert")).toHaveText("Submitted for approval.");

  const owner = await (await browser.newContext()).newPage();
  await signInAs(owner, "owner");
  await owner.goto("/admin/content/articles");
  await owner.getByRole("button", { name: "Approve and publish" }).click();
  await expect(owner.locator(".alert")).toContainText(/Published as release \d+\./, { timeout: 60_000 });
  await owner.goto("/blog");
  await owner.getByRole("link", { name: "The seller’s note", exact: true }).click();
  await expect(owner.getByRole("heading", { name: "Who is paid first" })).toBeVisible();

  const picture = owner.getByRole("img", { name: "A clock" });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty("complete", true);
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);

  await owner.goto("/admin/content/articles");
  await owner.getByRole("button", { name: "Edit", exact: true }).click();
  await owner.getByRole("button", { name: "The sellers note", exact: true }).click();
  await expect(owner.getByRole("heading", { name: "The sellers note" })).toBeVisible();
  await owner.getByText("Withdraw article").click();
  await owner.getByRole("button", { name: "Withdraw “The sellers note”" }).click();
  await expect(owner.locator(".alert")).toContainText("Article removed from the draft.");
  await owner.getByLabel("Reason for the change").fill("Outdated");
  await owner.getByRole("button", { name: "Submit for approval" }).click();
  await expect(owner.locator(".alert")).toHaveText("Submitted for approval.");
  await owner.getByRole("button", { name: "Approve and publish" }).click();
  await expect(owner.locator(".alert")).toContainText(/Published as release \d+\./, { timeout: 60_000 });
  expect((await owner.goto("/blog/the-sellers-note"))?.status()).toBe(404);
  await owner.context().close();
});

/** A text without claims for the blanks of a new article. */
function fillBlanks(source: string): string {
  return source
    .replace(/^alternativeTitle: .*$/m, "alternativeTitle: Lending the buyer a part of the price")
    .replace(/^topic: .*$/m, "topic: Price")
    .replace(/^summary: .*$/m, "summary: What a note is, and what to agree before you sign it.")
    .replace(/^ {2}shown: .*$/m, "  shown: Note")
    .replace(/^ {2}meaning: .*$/m, "  meaning: is a loan of the seller.")
    .replace(/^description: .*$/m, "description: When a seller lends a part of the price to the buyer.")
    .replace(/^ {2}- ""\n {2}- ""\n {2}- ""$/m, "  - note\n  - price\n  - lender")
    .concat("## Who is paid first\n\nAgree the order of payment.\n");
}

test("claims without evidence are flagged while they are typed, and the navigation leads to the content", async ({
  page,
}) => {
  await signInAs(page, "owner");
  await page.goto("/admin/record");
  await page
    .getByRole("navigation", { name: "Staff area" })
    .getByRole("link", { name: "Content" })
    .first()
    .click();
  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: /^Closing/ }).click();
  await expect(page.locator("#part")).toHaveText("Closing");
  const note = page.getByLabel("Note", { exact: true });
  const published = await note.inputValue();
  await note.fill("We have advised 471 owners.");
  const flag = page.getByRole("link", { name: "1 claim on this page needs evidence or a waiver" });
  await expect(flag).toBeVisible();
  await expect(page.locator(".draft-claims")).toContainText("471");
  await note.fill(published);
  await expect(flag).toBeHidden();
  await page.getByText("Discard draft").click();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
});
