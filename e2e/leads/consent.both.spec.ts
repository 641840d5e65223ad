import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { pathIn, signUp } from "../kit/emails.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Signs a person up. @returns the paths of their preference page and of their person page */
async function addPerson(request: APIRequestContext): Promise<{ preferences: string; person: string }> {
  const { email, letter } = await signUp(request);
  const [lead] = await queryRows<{ id: string }>("select id from linkedin_live_signups where email = $1", [
    email,
  ]);
  return {
    preferences: pathIn(letter, "/letters/preferences/"),
    person: `/admin/people/${lead?.id ?? ""}`,
  };
}

const articles = (page: Page) => page.getByRole("checkbox", { name: "Articles and invitations by email" });
const calls = (page: Page) => page.getByRole("checkbox", { name: "Calls" });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

/** The consent status of a channel on the person page. */
const fact = (page: Page, term: string) =>
  page.locator(".person-details dl div", { has: page.getByText(term, { exact: true }) }).locator("dd");

test.describe("without scripting", () => {
  test.use({ javaScriptEnabled: false });

  test("consent is given and withdrawn through the link in an email, and staff see it @any-width", async ({
    page,
    request,
  }) => {
    const { preferences, person } = await addPerson(request);
    await page.goto(preferences);
    await expect(page.getByRole("checkbox", { name: "Event reminders" })).toBeChecked();
    await expect(articles(page)).not.toBeChecked();
    await expect(calls(page)).not.toBeChecked();
    await expect(calls(page)).toHaveAccessibleDescription(/may call me about planning an exit/);

    await articles(page).check();
    await calls(page).check();
    await save(page).click();
    await expect(page.getByRole("status")).toBeFocused();
    await expect(page.getByRole("status")).toContainText("Saved");
    await expect(articles(page)).toBeChecked();
    await expect(calls(page)).toBeChecked();
    await calls(page).uncheck();
    await save(page).click();
    await expect(page.getByRole("status")).toContainText("Saved");
    await expect(articles(page)).toBeChecked();
    await expect(calls(page)).not.toBeChecked();

    await signInAs(page, "examiner");
    await page.goto(person);
    await expect(fact(page, "May be called")).toContainText("No, opted out on");
    await expect(fact(page, "May be sent articles and invitations")).toContainText(
      "Yes, given through the link in an email on",
    );
    await expect(page.getByText("Gave consent through the link in an email")).toBeVisible();
  });

  test("staff lift an opt-out, which is recorded under their name @any-width @long", async ({
    page,
    request,
  }) => {
    const { preferences, person } = await addPerson(request);
    await page.goto(preferences);
    await page.getByRole("button", { name: "Unsubscribe from all" }).click();
    const staff = await signInAs(page, "staff");
    await page.goto(person);
    await expect(fact(page, "May be called")).toContainText("No, opted out on");

    await page.locator("summary", { hasText: "Record consent" }).click();
    const form = page.locator("details", { hasText: "Record consent" });
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form.getByText("Please choose email, phone or both")).toBeVisible();
    await expect(form.getByRole("checkbox", { name: "By email" })).toBeFocused();
    await form.getByRole("checkbox", { name: "By phone" }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(fact(page, "May be called")).toContainText(`Yes, recorded by ${staff} on`);
    await expect(fact(page, "May be sent articles and invitations")).toContainText("No, opted out on");
  });
});

test("axe finds no violations on the preference page in any state, or on the “Record consent” form @long", async ({
  page,
  request,
}) => {
  const { preferences, person } = await addPerson(request);
  await page.goto(preferences);
  await expectAccessibleAtBothWidths(page);
  await calls(page).check();
  await save(page).click();
  await expect(page.getByRole("status")).toContainText("Saved");
  await expectAccessibleAtBothWidths(page);

  await signInAs(page, "staff");
  await page.goto(person);
  for (const name of ["Record opt-out", "Record consent"]) {
    await page.locator("summary", { hasText: name }).click();
  }
  await page.locator("details", { hasText: "Record consent" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please choose email, phone or both")).toBeVisible();
  await expectAccessibleAndFitting(page);
});
