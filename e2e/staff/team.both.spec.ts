import { expect } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("the team page with its forms open is accessible in both schemes and fits the screen", async ({
  page,
}) => {
  const [owner, waiting] = [newPerson(), newPerson()];
  await addStaff(owner.email, "owner");
  await addStaff(waiting.email, "staff");
  await queryRows("update staff_users set role = 'pending' where email = $1", [waiting.email]);
  await signIn(page, owner.email);
  await page.goto("/admin/team");
  await expectNothingMoved(page);

  const self = page.getByRole("listitem").filter({ hasText: owner.email });
  await self.getByText("Change").click();
  await page.getByRole("form", { name: "Invite a colleague" }).getByLabel("Role").selectOption("Examiner");
  await expectAccessibleAndFitting(page);
});

test("an owner changes a role and removes an account by keyboard only @any-width @long", async ({ page }) => {
  const [owner, member] = [newPerson(), newPerson()];
  await addStaff(owner.email, "owner");
  await addStaff(member.email, "staff");
  await signIn(page, owner.email);
  await page.goto("/admin/team");
  const item = page.getByRole("listitem").filter({ hasText: member.email });
  const day = item.getByLabel("Last day (optional)");

  await item.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  await expect(day).toBeHidden();
  await page.keyboard.press("Tab");
  await expect(item.getByLabel("Role")).toBeFocused();
  await page.keyboard.type("Exam");
  await expect(day).toBeVisible();
  await day.fill("2030-12-31");
  await item.getByRole("button", { name: "Save role" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("The role was changed.");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(item).toContainText("Examiner until Dec 31, 2030");

  await item.locator("summary").first().focus();
  await page.keyboard.press("Enter");
  const removal = item.getByText("Remove account…");
  await removal.focus();
  await page.keyboard.press("Enter");
  await item.getByRole("button", { name: "Remove account" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("The account was removed");
  await expect(item).toHaveCount(0);
});

test("an owner signs a colleague out everywhere, and the colleague's open tab leaves the staff area @any-width @long", async ({
  page,
  browser,
  baseURL,
}) => {
  const [owner, member] = [newPerson(), newPerson()];
  await addStaff(owner.email, "owner");
  await addStaff(member.email, "staff");
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const tab = await context.newPage();
  await signIn(tab, member.email);
  await tab.goto("/admin");
  await signIn(page, owner.email);
  await page.goto("/admin/team");
  const item = page.getByRole("listitem").filter({ hasText: member.email });
  await item.locator("summary").first().click();
  const button = item.getByRole("button", { name: "Sign out everywhere" });
  await expect(button).toBeHidden();
  await item.getByText("Sign out everywhere…").click();
  await button.click();
  await expect(page.getByRole("status")).toHaveText("The person was signed out everywhere.");
  // Simulates a return to the tab, which triggers a session check. The page also checks once per minute.
  await tab.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(tab).toHaveURL(/\/auth\?because=ended/);
  await context.close();
});

test("a concurrent decision by another owner shows a message and the current state @any-width @long", async ({
  page,
}) => {
  const [owner, waiting] = [newPerson(), newPerson()];
  await addStaff(owner.email, "owner");
  await addStaff(waiting.email, "staff");
  await queryRows("update staff_users set role = 'pending' where email = $1", [waiting.email]);
  await signIn(page, owner.email);
  await page.goto("/admin/team");
  await queryRows("update staff_users set role = 'staff' where email = $1", [waiting.email]);
  const item = page.getByRole("listitem").filter({ hasText: waiting.email });
  await item.getByRole("button", { name: "Decline" }).click();
  await expect(page.getByRole("alert")).toContainText("This account has already been approved.");
  await expect(item.getByText("Change")).toBeVisible();
});

test("an invalid field receives the focus, even far below the error message @long", async ({ page }) => {
  const email = await signInAs(page, "owner");
  await page.goto("/admin/team");
  const form = page.getByRole("form", { name: "Invite a colleague" });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Role").selectOption("Staff");
  await form.getByRole("button", { name: "Send invitation" }).click();
  await expect(page.getByRole("alert")).toContainText("Nothing was changed.");
  await expect(form.getByLabel("Email")).toBeFocused();
  await expect(form.getByLabel("Email")).toBeInViewport();
});
