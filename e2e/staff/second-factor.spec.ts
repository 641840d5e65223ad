import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, signInAs, staffPassword, submitAccountForm } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const narrow = { width: 390, height: 844 };

test("an authenticator app is set up, required at sign-in, and replaced by a recovery code when the phone is lost @long", async ({
  page,
}) => {
  const email = await signInAs(page, "staff");
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code with the key" })).toBeVisible();
  const key = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
  // Waits until the page has loaded, because buttons are pale while it revalidates.
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await expectAccessible(page);

  // A wrong code keeps the key and focuses the code field.
  const code = page.getByLabel("Code", { exact: true });
  await code.fill(differentCode(generateCode(key)));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Incorrect code.")).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(generateCode(key));
  await page.getByRole("button", { name: "Confirm" }).click();

  const shown = page.locator(".recovery-codes li");
  await expect(shown).toHaveCount(10);
  await expect(page.getByText("You won’t be able to see them again.")).toBeFocused();
  const recoveryCodes = await shown.allInnerTexts();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("recovery-codes.txt");
  await page.waitForLoadState("networkidle");
  // Away from the link, whose color would change while it is checked.
  await page.mouse.move(0, 0);
  for (const viewport of [narrow, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
  await page.getByRole("link", { name: "I have saved my codes" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  // No re-authentication is needed, because the code at setup was one.
  await expect(page).toHaveURL(/\/admin\/account$/);

  await signOut(page);
  await beginSignIn(page, email);
  // The code of the next interval, because the current one was used at setup.
  const next = generateCode(key, 30);
  await submitCode(page, "Code", next);
  await expect(page).toHaveURL(/\/admin$/);

  await signOut(page);
  await beginSignIn(page, email);
  await submitCode(page, "Code", next);
  await expect(page.getByText("has already been used")).toBeVisible();
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await submitCode(page, "Recovery code", recoveryCodes[0]?.toLowerCase().replaceAll("-", " ") ?? "");
  await expect(page).toHaveURL(/\/admin$/);

  // After the phone is lost, the app is removed and the password alone signs in until another app is set up.
  await page.goto("/admin/account");
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByText("Remove…").click();
  await page.getByRole("button", { name: "Remove authenticator app" }).click();
  await expect(
    page.getByText("Your authenticator app and its recovery codes have been removed."),
  ).toBeFocused();
  await signOut(page);
  await signIn(page, email);
  await page.goto("/admin");
});

test.describe("without scripting", () => {
  test.use({ javaScriptEnabled: false });

  test("an authenticator app can be set up @long", async ({ page }) => {
    const { email } = newPerson();
    await addStaff(email, "staff");
    await page.goto("/auth");
    const button = page.getByRole("button", { name: "Sign In", exact: true });
    const form = page.locator("form").filter({ has: button });
    await form.getByLabel("Email").fill(email);
    await form.getByLabel("Password", { exact: true }).fill(staffPassword);
    await button.click();
    await page.goto("/admin/account");
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const key = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
    await page.getByLabel("Code", { exact: true }).fill(generateCode(key));
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.locator(".recovery-codes li")).toHaveCount(10);
    await expect(page.getByRole("link", { name: "Download" })).toBeVisible();
    await expect(page.locator("noscript p")).toHaveText("Turn on JavaScript to add a passkey.");
    await page.getByRole("link", { name: "I have saved my codes" }).click();
    await expect(page.getByText("10 recovery codes left")).toBeVisible();
  });
});

async function beginSignIn(page: Page, email: string): Promise<void> {
  await page.goto("/auth");
  await submitAccountForm(page, "Sign In", email, staffPassword);
  await expect(page).toHaveURL(/\/auth\/prove/);
}

async function submitCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

/**
 * The code that an app displays.
 * @param laterSeconds how far its clock is ahead
 */
function generateCode(key: string, laterSeconds = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + laterSeconds * 1_000,
  });
}

/** Six digits that differ from a code and, except in one of a hundred thousand cases, from the adjacent ones. */
function differentCode(code: string): string {
  return String((Number(code) + 500_000) % 1_000_000).padStart(6, "0");
}
