import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { startServer } from "#tests/kit/running-server.ts";
import { generateCode } from "#tests/kit/sign-in-fixtures.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";

const password = "limestone in the rain";

// The rule applies to all owners, so this test uses its own server.
test("an owner whose role requires a second factor enrolls, signs in with a code, and uses a recovery code once @long", async ({
  page,
}) => {
  // The server creates its database first.
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), "practice-enrollment-"));
  const server = await startServer({ dataDir });
  try {
    const setUpPath = /\/auth\/set-up\/\S+/.exec(server.output())?.[0] ?? "";
    const { email } = newPerson();
    await createOwner(page, server.url + setUpPath, email);
    await requireSecondFactor(page, server.url);

    const { key, recoveryCodes } = await enroll(page);
    await expect(page).toHaveURL(/\/admin\/team/);
    await page.goto(`${server.url}/admin/account`);
    await expect(page.getByText("10 recovery codes left")).toBeVisible();
    await expect(page.getByText(recoveryCodes[0] ?? "")).toHaveCount(0);

    await signOut(page);
    await enterPassword(page, email);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Two-step verification");
    await expectAccessible(page);
    // Enrollment used the code of the current interval, so this is the code of the next one.
    const code = generateCode(key, new Date(Date.now() + 30_000));
    await submitCode(page, "Code", code);
    await expect(page).toHaveURL(/\/admin$/);

    await signOut(page);
    await enterPassword(page, email);
    await submitCode(page, "Code", code);
    await expect(page.getByRole("alert")).toContainText("has already been used");
    await page.getByRole("link", { name: "Use a recovery code instead" }).click();
    await expectAccessible(page);
    await submitCode(page, "Recovery code", recoveryCodes[0] ?? "");
    await expect(page).toHaveURL(/\/admin$/);
    await page.goto(`${server.url}/admin/account`);
    await expect(page.getByText("9 recovery codes left")).toBeVisible();

    await signOut(page);
    await enterPassword(page, email);
    await page.getByRole("link", { name: "Use a recovery code instead" }).click();
    await submitCode(page, "Recovery code", recoveryCodes[0] ?? "");
    await expect(page.getByRole("alert")).toContainText("incorrect or has already been used");
    await submitCode(page, "Recovery code", recoveryCodes[1] ?? "");
    await expect(page).toHaveURL(/\/admin$/);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function createOwner(page: Page, link: string, email: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Name").fill("Ruth Calloway");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/admin$/);
}

async function requireSecondFactor(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin/team`);
  const rules = page.getByRole("form", { name: "Require a second factor" });
  await rules.getByLabel("Owners").check();
  await rules.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Set up a second factor");
  await expectAccessible(page);
}

/** Sets up an authenticator app and leaves the recovery codes, which are displayed once. */
async function enroll(page: Page): Promise<{ key: string; recoveryCodes: string[] }> {
  await page.getByRole("button", { name: "Set up an authenticator app" }).click();
  await expect(page.getByRole("img", { name: "QR code with the key" })).toBeVisible();
  await expectAccessible(page);
  const key = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(generateCode(key));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You won’t be able to see them again.")).toBeVisible();
  await expectAccessible(page);
  const recoveryCodes = await page.locator(".recovery-codes li").allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole("link", { name: "I have saved my codes" }).click();
  return { key, recoveryCodes };
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
}

async function enterPassword(page: Page, email: string): Promise<void> {
  const form = page
    .locator("form")
    .filter({ has: page.getByRole("button", { name: "Sign In", exact: true }) });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(/\/auth\/prove/);
}

async function submitCode(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
}
