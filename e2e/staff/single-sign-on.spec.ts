import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { freePort, startServer } from "#tests/kit/running-server.ts";
import { type SignOnProvider, startSignOnProvider } from "#tests/kit/sign-on-provider.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";

const password = "limestone in the rain";

// The setting applies to all people, so this test uses its own server.
test("an owner connects single sign-on and signs in with it, and another person waits for approval @long", async ({
  page,
  browser,
}) => {
  // The server creates its database first.
  test.slow();
  const port = await freePort();
  const provider = await startSignOnProvider({ siteUrl: `http://localhost:${port}` });
  const dataDir = mkdtempSync(join(tmpdir(), "practice-sign-on-"));
  const server = await startServer({ dataDir, port, env: describeSettings(provider) });
  const url = `http://localhost:${port}`;
  try {
    const setUpPath = /\/auth\/set-up\/\S+/.exec(server.output())?.[0] ?? "";
    await createOwner(page, url + setUpPath);
    await page.goto(`${url}/admin/account`);
    await expectAccessibleAndFitting(page);
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await expect(page.getByText("Your account is connected to single sign-on.")).toBeVisible();

    await page.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Admin Access");
    await expectAccessibleAndFitting(page);
    await page.getByRole("button", { name: "Use single sign-on" }).click();
    await expect(page).toHaveURL(`${url}/admin`);

    provider.behavior.person = {
      subject: "ada-1",
      email: "ada@example.com",
      isEmailVerified: true,
      name: "Ada",
    };
    await signInWithoutScripting(browser, url);
    await page.goto(`${url}/admin/team`);
    await expect(page.getByRole("button", { name: "Approve ada@example.com" })).toBeVisible();
  } finally {
    await server.stop();
    await provider.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function signInWithoutScripting(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${url}/auth`);
  await page.getByRole("button", { name: "Use single sign-on" }).click();
  await expect(page).toHaveURL(`${url}/admin`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is waiting for approval");
  await context.close();
}

function describeSettings({ settings }: SignOnProvider): Record<string, string> {
  const { issuer, clientId, clientSecret, domain } = settings;
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_DOMAIN: domain,
  };
}

async function createOwner(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Name").fill("Ruth Alvarez");
  await page.getByLabel("Email").fill("ruth@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/admin$/);
}
