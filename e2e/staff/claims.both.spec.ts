import { expect, type Page } from "@playwright/test";
import { waitForFirstCapture } from "../kit/archive.ts";
import { withDatabase } from "../kit/database.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Waits until the server has searched its site. @returns the id of a claim with this figure on a page */
async function findClaimOn(path: string, figure: string): Promise<number> {
  await waitForFirstCapture();
  const find = () =>
    withDatabase(({ db }) =>
      db
        .selectFrom("claims")
        .innerJoin("claimPages", "claimPages.claimId", "claims.id")
        .select("claims.id")
        .where("path", "=", path)
        .where("figure", "=", figure)
        .where("isPublished", "=", true)
        .orderBy("claims.id")
        .executeTakeFirst(),
    );
  await expect.poll(find, { timeout: 25_000 }).toBeDefined();
  return (await find())?.id ?? 0;
}

async function fillEvidence(page: Page): Promise<void> {
  await page.getByLabel("Link to the evidence").fill("https://files.example.com/adv-part-1.pdf");
  await page.getByLabel("Note", { exact: true }).fill("Form ADV Part 1, Item 5.F");
  await page.getByLabel("As of", { exact: true }).fill("2025-12-31");
  await page.getByLabel("Expires", { exact: true }).fill("2090-12-31");
}

test("a claim is bound to evidence and waived, with and without scripting @long", async ({
  page,
  browser,
}) => {
  await signInAs(page, "owner");
  const id = await findClaimOn("/about", "$412 million");
  for (const screen of [page, await openWithoutScripting(browser, page)]) {
    await screen.goto("/admin/claims?page=/about");
    await screen.getByRole("link", { name: "$412 million", exact: true }).first().click();
    await expect(screen).toHaveURL(new RegExp(`/admin/claims/${id}\\?list=page`));
    await fillEvidence(screen);
    await screen.getByRole("button", { name: "Attach evidence", exact: true }).click();
    await expect(screen.locator(".alert")).toHaveText("Evidence attached.");
    await expect(screen.getByRole("link", { name: /adv-part-1\.pdf/ }).first()).toBeVisible();
    await screen.getByLabel("Reason").fill("Withdrawn from the site next week.");
    await screen.getByRole("button", { name: "Waive", exact: true }).click();
    await expect(screen.locator(".alert")).toHaveText("Waived.");
    await expect(screen.getByText("Withdrawn from the site next week.").first()).toBeVisible();
  }
});

test("several claims are selected by keyboard and decided together @long", async ({ page }) => {
  await signInAs(page, "owner");
  await findClaimOn("/seven-steps", "7 Steps");
  await page.goto("/admin/claims?status=undecided&page=/seven-steps");
  const boxes = page.getByRole("checkbox");
  const count = await boxes.count();
  expect(count).toBeGreaterThan(2);
  for (const box of [boxes.nth(count - 1), boxes.nth(count - 2)]) {
    await box.focus();
    await page.keyboard.press("Space");
  }
  await page.getByRole("button", { name: "Review selected claims" }).press("Enter");
  await expect(page.getByText("The decision applies to all 2 claims.")).toBeVisible();
  await page.getByRole("button", { name: "Waive", exact: true }).focus();
  await page.getByLabel("Reason").fill("An instruction to the reader.");
  await page.getByRole("button", { name: "Waive", exact: true }).press("Enter");
  await expect(page.locator(".alert")).toHaveText("Waived.");
});

test("a claim leads to the archived page, and examiners decide nothing @long", async ({ page }) => {
  const id = await findClaimOn("/reviews", "37 reviews");
  await signInAs(page, "examiner");
  await page.goto(`/admin/claims/${id}`);
  await expect(page.getByRole("button", { name: "Attach evidence" })).toHaveCount(0);
  await page.getByRole("link", { name: "/reviews" }).click();
  await expect(page.getByLabel("Page", { exact: true })).toHaveValue("/reviews");
  await page.getByRole("link", { name: "Claims on this page" }).click();
  await expect(page.getByRole("link", { name: "37 reviews" }).first()).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  // On phones, the link is in a closed menu.
  const current = page.locator('nav a[href="/admin/record"][aria-current="true"]');
  await expect(current.first()).toBeAttached();
});

test("the register is accessible in both schemes and fits the screen", async ({ page }) => {
  const id = await findClaimOn("/about", "CIMA®");
  await signInAs(page, "owner");
  for (const path of ["/admin/claims", `/admin/claims/${id}`, `/admin/claims/decide?claim=${id}`]) {
    await page.goto(path);
    await expectAccessibleAndFitting(page);
  }
});
