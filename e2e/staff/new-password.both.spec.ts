import { expect } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { withDatabase } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, staffPassword } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a too-short password must be replaced first, using only the keyboard @long", async ({ page }) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  await signIn(page, email);
  await withDatabase(({ pool }) =>
    pool.query(
      "update staff_accounts set has_long_password = false where user_id = (select id from staff_users where email = $1)",
      [email],
    ),
  );
  await page.goto("/admin/people");
  await expect(page).toHaveURL(/\/auth\/new-password\?to=%2Fadmin%2Fpeople$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Choose a longer password");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessibleAtBothWidths(page);
  }

  await page.getByLabel("Current password", { exact: true }).focus();
  await page.keyboard.type(staffPassword);
  await page.getByLabel("New password", { exact: true }).focus();
  await page.keyboard.type("passwordpassword");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This password is too common.")).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();

  await page.keyboard.type(`${staffPassword}, longer`);
  await page.getByLabel("Current password", { exact: true }).focus();
  await page.keyboard.type(staffPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/people$/);
});
