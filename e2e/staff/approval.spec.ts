import { expect } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, findSentLink, signIn, staffPassword, submitAccountForm } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("from sign-up to the leads: confirm the email, wait, be approved, and the waiting page continues automatically", async ({
  page,
  browser,
}) => {
  const { email } = newPerson();
  const owner = newPerson();
  await addStaff(owner.email, "owner");

  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await submitAccountForm(page, "Sign Up", email, staffPassword);
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");

  await page.goto(await findSentLink(email, "confirm"));
  await page.getByLabel("Password", { exact: true }).fill(staffPassword);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { name: "Your account is waiting" })).toBeVisible();
  await expectAccessible(page);

  const other = await browser.newContext();
  const team = await other.newPage();
  await signIn(team, owner.email);
  await team.goto("/admin");
  await team.getByText("Settings").click();
  await team.getByRole("link", { name: "Team" }).click();
  const waiting = team.getByRole("listitem").filter({ hasText: email });
  await expect(waiting).toContainText("Confirmed");
  await waiting.getByLabel("Role").selectOption("Staff");
  await waiting.getByRole("button", { name: "Approve" }).click();
  await expect(team.getByRole("status")).toContainText("The account was approved.");
  await expect(team.getByRole("status")).toBeFocused();
  await other.close();

  // Simulates a return to the tab.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Team" })).toHaveCount(0);
});
