import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, signInAs, staffPassword, typeAccount } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const narrow = { width: 390, height: 844 };

test("an authenticator app is set up, asked for at sign-in, and replaced by recovery codes when the phone is lost", async ({
  page,
}) => {
  const email = await signInAs(page, "staff");
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code with the key" })).toBeVisible();
  const key = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
  // The page has come to rest: while it loads anew its buttons are pale.
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("button", { name: "Confirm" })).toBeEnabled();
  await expectAccessible(page);

  // A wrong code keeps the key, and the focus is where the next one is typed.
  const code = page.getByLabel("Code", { exact: true });
  await code.fill(notA(codeOf(key)));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Incorrect code.")).toBeVisible();
  await expect(code).toBeFocused();
  await code.fill(codeOf(key));
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
  for (const viewport of [narrow, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
  await page.getByRole("link", { name: "I have saved my codes" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();
  // Nothing was asked for again: the code that set it up has proved it.
  await expect(page).toHaveURL(/\/admin\/account$/);

  await signOut(page);
  await beginSignIn(page, email);
  // The code of the next half minute: the one of this half minute was taken at the set-up.
  const next = codeOf(key, 30);
  await prove(page, "Code", next);
  await expect(page).toHaveURL(/\/admin$/);

  await signOut(page);
  await beginSignIn(page, email);
  await prove(page, "Code", next);
  await expect(page.getByText("has already been used")).toBeVisible();
  await page.getByRole("link", { name: "Use a recovery code instead" }).click();
  await prove(page, "Recovery code", recoveryCodes[0]?.toLowerCase().replaceAll("-", " ") ?? "");
  await expect(page).toHaveURL(/\/admin$/);

  // The phone is lost: the app goes, and the password alone signs in until there is another.
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

  test("an authenticator app is set up all the same", async ({ page }) => {
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
    await page.getByLabel("Code", { exact: true }).fill(codeOf(key));
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
  await typeAccount(page, "Sign In", email, staffPassword);
  await expect(page).toHaveURL(/\/auth\/prove/);
}

async function prove(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

/** What an app shows. @param laterSeconds how far its clock goes ahead */
function codeOf(key: string, laterSeconds = 0): string {
  return new TOTP({ secret: Secret.fromBase32(key) }).generate({
    timestamp: Date.now() + laterSeconds * 1_000,
  });
}

/** Six digits that are not these, nor, but for one case in a hundred thousand, those before and after. */
function notA(code: string): string {
  return String((Number(code) + 500_000) % 1_000_000).padStart(6, "0");
}
