import { expect, type Page } from "@playwright/test";
import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { toggleSettings } from "../kit/settings-menu.ts";
import { signInAs } from "../kit/staff.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { test } from "../kit/test.ts";

/** Adds a person with the highest score, whose next step is due today. */
async function addDuePerson(): Promise<{ name: string; leadId: string }> {
  const { email, phone } = newPerson();
  const name = `Rosa ${email.slice(7, 15)}`;
  const [lead] = await queryRows<{ id: string }>(
    `insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
     values ($1, $2, $3, ${sqlAnswers.values}, 21, 'Exit Ready', '2025-07-01', gen_random_uuid(), gen_random_uuid())
     returning id`,
    [name, email, phone],
  );
  await queryRows(
    `update people set next_step = 'Call about the offer', next_step_on = (now() at time zone 'America/Chicago')::date, company = 'Acme Pump'
     where email = $1`,
    [email],
  );
  return { name, leadId: lead?.id ?? "" };
}

/** Opens Today and waits until the page handles keys. */
async function openToday(page: Page): Promise<void> {
  await page.goto("/admin/today");
  await page
    .getByRole("dialog", { name: "Keyboard shortcuts", includeHidden: true })
    .waitFor({ state: "attached" });
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("Today is accessible in both schemes and fits the screen", async ({ page }) => {
  const { name } = await addDuePerson();
  await signInAs(page, "owner");
  await page.goto("/admin/today");
  await expect(rowOf(page, name)).toContainText("Call about the offer");
  await expectAccessibleAndFitting(page);
});

test("the keyboard moves through the queue, opens a person and the form for an outcome @any-width", async ({
  page,
}) => {
  const { name } = await addDuePerson();
  await signInAs(page, "staff");
  await openToday(page);
  const names = page.locator(".queue tr.person th a");
  await page.keyboard.press("j");
  await expect(names.first()).toBeFocused();
  const count = await names.count();
  for (let row = 1; row < count + 2; row++) await page.keyboard.press("j");
  await expect(names.last()).toBeFocused();
  await page.keyboard.press("k");
  if (count > 1) await expect(names.nth(count - 2)).toBeFocused();
  await page.getByRole("link", { name, exact: true }).focus();
  await page.keyboard.press("e");
  await expect(page).toHaveURL(/\/admin\/people\/[\w-]{36}#follow-up$/);
  await page.goBack();
  await page.getByRole("link", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
});

test("/ focuses the search, which opens a person by address, and ? lists the shortcuts, which can be turned off @any-width @long", async ({
  page,
}) => {
  const { name, leadId } = await addDuePerson();
  const [person] = await queryRows<{ email: string }>("select email from pre_loi_assessments where id = $1", [
    leadId,
  ]);
  await signInAs(page, "staff");
  await openToday(page);
  await page.keyboard.press("/");
  const search = page.getByRole("searchbox", { name: "Search people" });
  await expect(search).toBeFocused();
  await search.fill(person?.email ?? "");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(page).not.toHaveURL(/@|%40/);

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByLabel("Use single-key shortcuts in this browser").uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("?");
  await page.keyboard.press("/");
  await expect(help).toBeHidden();
  await expect(search).not.toBeFocused();
  await toggleSettings(page);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await help.getByLabel("Use single-key shortcuts in this browser").check();
  await help.getByRole("button", { name: "Close" }).click();
  await toggleSettings(page);
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
});

test("on the page of a person, keys choose the outcome, and a next call is proposed after a message was left @any-width @long", async ({
  page,
}) => {
  const { leadId } = await addDuePerson();
  await signInAs(page, "staff");
  await page.goto(`/admin/people/${leadId}`);
  await expect(page.getByText("Not asked about calls.")).toBeVisible();
  await page
    .getByRole("dialog", { name: "Keyboard shortcuts", includeHidden: true })
    .waitFor({ state: "attached" });
  const nextStep = page.getByRole("textbox", { name: "Next step" });
  // The keys also work while a radio button has the focus.
  await page.keyboard.press("e");
  await page.keyboard.press("1");
  await expect(page.getByRole("radio", { name: "Reached" })).toBeChecked();
  await page.getByRole("radio", { name: "Reached" }).focus();
  await page.keyboard.press("4");
  await expect(page.getByRole("radio", { name: "Not a fit" })).toBeChecked();
  await expect(nextStep).toHaveValue("");
  await page.getByRole("radio", { name: "Not a fit" }).focus();
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "Left message" })).toBeChecked();
  await expect(nextStep).toHaveValue("Call again");
  await page.getByRole("radio", { name: "Left message" }).focus();
  await page.keyboard.press("n");
  await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
  await page.keyboard.type("Asked for a call next week");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("status")).toContainText("Saved.");
  await expect(page.getByText("Call: Left message")).toBeVisible();
});

test("without scripting, Today leads to the form for an outcome, and the search works @any-width @long", async ({
  browser,
  page,
}) => {
  const { name } = await addDuePerson();
  await signInAs(page, "staff");
  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/today");
  await plain.getByRole("link", { name: `Record an outcome for ${name}` }).click();
  await expect(plain.getByRole("heading", { name: "Follow-up" })).toBeVisible();
  await plain.getByRole("searchbox", { name: "Search people" }).fill(name);
  await plain.keyboard.press("Enter");
  await expect(plain.getByRole("link", { name, exact: true })).toBeVisible();
  await plain.context().close();
});
