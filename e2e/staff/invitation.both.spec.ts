import { expect } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, findSentLink } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("an invited person creates an account and is signed in @long", async ({ page }) => {
  const [owner, guest] = [newPerson(), newPerson()];
  await addStaff(owner.email, "owner");
  // Creates the row that the team page creates, which has its own tests.
  await queryRows(
    `insert into staff_links (kind, email, role, role_ends_at, invited_by, expires_at)
     select 'invite', $1, 'examiner', now() + interval '30 days', id, now() + interval '7 days'
     from staff_users where email = $2 returning id`,
    [guest.email, owner.email],
  );
  const link = await findSentLink(guest.email, "invite");
  await page.goto(link);
  await expect(page.getByText("You will have read-only access. Your access ends after")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(guest.email);
  await expect(page.getByLabel("Email")).not.toBeEditable();
  await expectAccessibleAtBothWidths(page);
  await page.getByLabel("Name").fill("Tom Avery");
  await page.getByLabel("Password", { exact: true }).fill("limestone in the rain");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/admin\/record$/);
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  // Phones have no space for the name.
  await expect(page.getByText("Tom Avery")).toBeAttached();

  await page.goto(link);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
  await expectAccessibleAtBothWidths(page);
});
