import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { expectAccessibleAndFitting, measurePhoneHeight } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Adds people whose names contain a word that no other person has. @returns the word */
async function addPeople(count: number): Promise<string> {
  const word = newPerson().email.slice(7, 15);
  await queryRows(
    `insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
     select 'Rosa ' || $1 || ' ' || number, $1 || number || '@example.com', '(512) 555-0100', ${sqlAnswers.values}, 17, 'Exit Ready', '2025-07-01',
       gen_random_uuid(), gen_random_uuid()
     from generate_series(1, $2::int) as number`,
    [word, count],
  );
  await queryRows(
    "update people set company = 'Rosa Tools', next_step = 'Send the checklist', next_step_on = '2026-01-02' where name like '%' || $1 || '%'",
    [word],
  );
  return word;
}

const statusesOf = async (word: string): Promise<string[]> => {
  const rows = await queryRows<{ status: string }>(
    "select status from people where name like '%' || $1 || '%' order by name",
    [word],
  );
  return rows.map(({ status }) => status);
};

const openBulkForm = (page: Page) => page.locator("details.bulk > summary");

test("the list of people is accessible in both schemes, fits the screen, and a phone page is short", async ({
  page,
}) => {
  const word = await addPeople(26);
  await signInAs(page, "owner");
  await page.goto(`/admin/people?search=${word}`);
  await expectNothingMoved(page);
  await expectAccessibleAndFitting(page);
  expect(await measurePhoneHeight(page)).toBeLessThan(4_000);
});

test("the form for several people and its confirmation are accessible in both schemes and fit the screen @long", async ({
  page,
}) => {
  const word = await addPeople(2);
  await signInAs(page, "owner");
  await page.goto(`/admin/people?search=${word}`);
  for (const summary of [openBulkForm(page), page.locator("details.exports > summary")]) {
    await summary.click();
  }
  await page
    .getByRole("checkbox", { name: /^Select / })
    .first()
    .check();
  await expectAccessibleAndFitting(page);
  await page.getByLabel("Status", { exact: true }).last().selectOption("booked");
  await page.getByRole("button", { name: "Review change" }).click();
  await expect(page.getByRole("heading", { name: "Change 1 person?" })).toBeFocused();
  await expectAccessibleAndFitting(page);
});

test("people are filtered, sorted, selected and changed by keyboard only", async ({ page }) => {
  const word = await addPeople(3);
  await signInAs(page, "staff");
  await page.goto("/admin/people");
  await page.getByRole("searchbox", { name: "Search", exact: true }).focus();
  await page.keyboard.type(word);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^3 of [\d,]+ people$/)).toBeVisible();
  await page.getByRole("columnheader", { name: "Person" }).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("rowheader").first()).toContainText(`${word} 1`);
  await page.getByRole("columnheader", { name: "Person" }).getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("rowheader").first()).toContainText(`${word} 3`);

  await page.getByRole("checkbox", { name: `Select Rosa ${word} 1` }).focus();
  await page.keyboard.press("Space");
  // Shortcuts do not work in a field.
  await page.getByRole("link", { name: `Rosa ${word} 2` }).focus();
  await page.keyboard.press("k");
  await expect(page.getByRole("link", { name: `Rosa ${word} 3` })).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: `Select Rosa ${word} 3` })).toBeChecked();
  await openBulkForm(page).focus();
  await expect(openBulkForm(page)).toHaveText("Change 2 people");
  await page.keyboard.press("Enter");
  await page.getByLabel("Status", { exact: true }).last().selectOption("contacted");
  await page.getByRole("button", { name: "Review change" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Change 2 people?" })).toBeFocused();
  expect(await statusesOf(word)).toEqual(["new", "new", "new"]);
  await page.getByRole("button", { name: "Back to the list" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("checkbox", { name: `Select Rosa ${word} 1` })).toBeChecked();
  await page.getByRole("button", { name: "Review change" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Change 2 people" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Changed 2 people." })).toBeFocused();
  expect(await statusesOf(word)).toEqual(["contacted", "new", "contacted"]);
});

test("the list is exported for a spreadsheet and for other systems @any-width @long", async ({ page }) => {
  const word = await addPeople(2);
  await signInAs(page, "staff");
  await page.goto(`/admin/people?search=${word}&sort=name`);
  const headings = {
    "Export CSV of people": "First Name",
    "Wealthbox CSV": "First Name",
    "HubSpot CSV": "First name",
  };
  for (const [name, heading] of Object.entries(headings)) {
    const menu = page.locator("details.exports");
    if ((await menu.getAttribute("open")) === null) await menu.locator("summary").click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name }).click();
    const records: string[][] = parse(await readFile(await (await downloading).path()), { bom: true });
    expect(records.map(([first]) => first)).toEqual([heading, "Rosa", "Rosa"]);
    expect(records.map(([, last]) => last).slice(1)).toEqual([`${word} 1`, `${word} 2`]);
  }
});

test.describe("with scripting off", () => {
  test.use({ javaScriptEnabled: false });

  test("everyone in a filtered list gets a next step @long", async ({ page }) => {
    const word = await addPeople(27);
    await signInAs(page, "staff");
    await page.goto(`/admin/people?search=${word}`);
    await openBulkForm(page).click();
    await page.getByRole("checkbox", { name: "All 27 people in this list" }).check();
    await page.getByRole("textbox", { name: "Next step", exact: true }).fill("Invite to the event");
    await page.getByRole("button", { name: "Review change" }).click();
    await expect(page.getByRole("heading", { name: "Change 27 people?" })).toBeVisible();
    await page.getByRole("button", { name: "Change 27 people" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Changed 27 people." })).toBeVisible();
    await expect(page.getByText("Invite to the event").first()).toBeVisible();
  });
});
