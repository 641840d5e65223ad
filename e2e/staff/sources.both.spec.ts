import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import {
  expectAccessibleAndFitting,
  measurePhoneHeight,
  openWithoutScripting,
} from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const maxPhoneHeight = 4_000;

/** Stores leads and visits of a new campaign with two spellings. @returns its name */
async function storeCampaign(leads: number): Promise<string> {
  const tag = newPerson().email.slice(7, 15);
  const touch = (spelling: string) =>
    JSON.stringify({ landingPage: "/faqs", campaign: { source: "e2e", campaign: spelling } });
  for (let number = 0; number < leads; number += 1) {
    const spelling = touch(number % 2 === 0 ? `Guide ${tag}` : `guide-${tag}`);
    await queryRows(
      `with visit as (
         insert into visitors (first_name, last_name, email, last_touch, traffic_class, created_at)
         values ('Anonymous', 'Visitor', 'visit@visitors.invalid', $2, 'person', now() - interval '9 days')
       ), lead as (
         insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version,
           result_key, fingerprint, created_at)
         values ('A lead', $1, '1', ${sqlAnswers.values}, 18, 'Exit Ready', 'test', gen_random_uuid(), 'test', now() - interval '9 days')
         returning id, email, created_at
       )
       insert into visitors (first_name, last_name, email, lead_id, first_touch, last_touch, traffic_class, created_at)
       select 'A', 'Lead', email, id, $2, $2, 'person', created_at from lead`,
      [newPerson().email, spelling],
    );
  }
  return `Guide ${tag}`;
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("every screen about sources is accessible in both schemes, fits the screen and is short on a phone @long", async ({
  page,
}) => {
  await storeCampaign(11);
  const small = await storeCampaign(2);
  await signInAs(page, "owner");
  for (const path of [
    "",
    "?by=channel&touch=last&compare=none",
    "?period=dates&from=2031-01-01&to=2031-02-01",
    "/spend",
    `/names?kind=campaign&name=${encodeURIComponent(small)}`,
  ]) {
    await page.goto(`/admin/sources${path}`);
    await expectNothingMoved(page);
    if (!path.startsWith("/")) expect(await measurePhoneHeight(page)).toBeLessThan(maxPhoneHeight);
    const closed = page.locator("main details:not([open]) > summary").filter({ visible: true });
    while ((await closed.count()) > 0) await closed.first().click();
    await expectAccessibleAndFitting(page);
  }
});

test("periods, order, values of the chart and people are reached by keyboard only @long", async ({
  page,
}) => {
  const campaign = await storeCampaign(11);
  await signInAs(page, "staff");
  await page.goto("/admin/sources");
  await page.getByLabel("Period", { exact: true }).focus();
  await page.keyboard.type("This y");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Show" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/period=year/);
  await expect(page.getByText("Second line: Jan 1 – ")).toBeVisible();
  // Before hydration, links perform a full page load, which moves the focus.
  await page.waitForLoadState("networkidle");

  const heading = page.getByRole("columnheader", { name: "Visits" });
  await heading.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect(heading.getByRole("link")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "ascending");

  await page.goto("/admin/sources");
  const bar = page.getByRole("link", { name: /^Week of / }).last();
  const values = bar.locator(".values");
  await expect(values).toBeHidden();
  await bar.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await expect(values).toBeVisible();

  await page.getByRole("link", { name: "Skip the table" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("#sources-end")).toBeFocused();
  await row(page, campaign).getByRole("link", { name: "11", exact: true }).first().focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/people\?/);
  expect(new URL(page.url()).searchParams.get("campaign")).toBe(campaign);
  await expect(page.getByText(/^11 of \d+ people$/)).toBeVisible();
});

test("an export contains the figures of the screen @any-width @long", async ({ page }) => {
  const campaign = await storeCampaign(10);
  await signInAs(page, "staff");
  await page.goto("/admin/sources");
  await page.locator("summary", { hasText: "Export" }).focus();
  await page.keyboard.press("Enter");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Campaigns (CSV)" }).focus();
  await page.keyboard.press("Enter");
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^sources-[\d-]+\.csv$/);
  const rows: Record<string, string>[] = parse(await readFile(await download.path(), "utf8"), {
    bom: true,
    columns: true,
  });
  expect(rows.find(({ Source }) => Source === campaign)).toMatchObject({ Visits: "10", Leads: "10" });
});

test("spend and names are entered by keyboard, with errors beside the fields @any-width @long", async ({
  page,
}) => {
  const campaign = await storeCampaign(10);
  await signInAs(page, "staff");
  await page.goto("/admin/sources");
  await page.getByRole("link", { name: "Enter spend" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Name" }).fill(campaign);
  const amount = page.getByRole("textbox", { name: "Amount in dollars" });
  await amount.fill("-100");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter 0 or more")).toBeVisible();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveValue("-100");
  await amount.fill("3,000");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeFocused();
  await expect(page.getByRole("listitem").filter({ hasText: campaign })).toContainText("$3,000");

  await page.goto(`/admin/sources/names?kind=campaign&search=${encodeURIComponent(campaign)}`);
  await page.getByRole("link", { name: `Edit ${campaign}` }).focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("combobox", { name: "Name", exact: true });
  await name.fill("<b>Guide</b>");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please leave out < and >")).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill(`New ${campaign}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Saved." })).toBeFocused();
  await page.goto("/admin/sources?period=month");
  await expect(row(page, `New ${campaign}`).first()).toContainText("$");
});

test("the screen works without scripting @long", async ({ browser, page }) => {
  const campaign = await storeCampaign(10);
  await signInAs(page, "owner");
  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/sources");
  await expect(plain.getByLabel("From", { exact: true })).toBeHidden();
  await plain.getByLabel("Period", { exact: true }).selectOption("Pick dates…");
  await plain.getByLabel("From", { exact: true }).fill("2026-01-01");
  await plain.getByRole("button", { name: "Show" }).click();
  await expect(plain.getByText(/^Jan 1 – /).first()).toBeVisible();
  await plain.getByRole("link", { name: "Channels" }).click();
  await expect(row(plain, "e2e").first()).toBeVisible();
  await plain.getByRole("link", { name: "Last touch" }).click();
  await expect(plain).toHaveURL(/by=channel&touch=last/);

  await plain.goto(`/admin/sources/names?kind=campaign&name=${encodeURIComponent(campaign)}`);
  await plain.getByRole("checkbox").first().uncheck();
  await plain.getByRole("combobox", { name: "Name", exact: true }).fill(`Split ${campaign}`);
  await plain.getByRole("button", { name: "Save" }).click();
  await expect(plain.getByRole("status")).toContainText("Saved.");
  await plain.goto("/admin/sources?sort=name");
  await expect(
    row(plain, `Split ${campaign}`).getByRole("link", { name: "5", exact: true }).first(),
  ).toBeVisible();
  await plain.context().close();
});
