import { expect } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { findSentLink, submitAccountForm } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const password = "limestone in the rain";

test("a person signs up, confirms the email and waits for approval @long", async ({ page }) => {
  const { email } = newPerson();
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Sign Up" }).click();
  await submitAccountForm(page, "Sign Up", email, password);
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page).toHaveURL(/\/auth\?tab=sign-up$/);
  await expectAccessibleAtBothWidths(page);

  // The person signs in before confirming, without the link.
  await page.getByRole("tab", { name: "Sign In" }).click();
  await submitAccountForm(page, "Sign In", email, password);
  await expect(page.getByRole("alert")).toContainText("not confirmed yet");
  await expectAccessibleAtBothWidths(page);
  const first = await findSentLink(email, "confirm");
  await page.getByRole("button", { name: "Resend the link" }).click();
  await expect(page.getByRole("status")).toHaveText("Check your email for the confirmation link!");

  await page.goto(first);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
  const second = await findSentLink(email, "confirm");
  await page.goto(second);
  await expectAccessibleAtBothWidths(page);
  await page.getByLabel("Password", { exact: true }).fill("a different password");
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page.getByText("Incorrect password. Please try again.")).toBeVisible();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm and sign in" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is waiting for approval");
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();

  await page.goto(second);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
});

test("a common password is rejected, and other values are kept", async ({ page }) => {
  const { email } = newPerson();
  await page.goto("/auth?tab=sign-up");
  await submitAccountForm(page, "Sign Up", email, "password1");
  const panel = page.getByRole("tabpanel", { name: "Sign Up" });
  await expect(panel.getByLabel("Password", { exact: true })).toHaveAccessibleDescription(/too common/);
  await expect(panel.getByLabel("Email")).toHaveValue(email);
  await expectAccessibleAtBothWidths(page);
});
