import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { startServer } from "#tests/kit/running-server.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";

// Uses its own server, because the shared one already has an owner.
test("the link that a new server prints creates the first owner once @long", async ({ page }) => {
  // The server creates its database first.
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), "practice-set-up-"));
  const server = await startServer({ dataDir });
  try {
    const path = /\/auth\/set-up\/\S+/.exec(server.output())?.[0] ?? "";
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Create the first owner account");
    await expectAccessible(page);
    await page.getByLabel("Name").fill("Ruth Calloway");
    await page.getByLabel("Email").fill(newPerson().email);
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("password1234");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(password).toHaveAccessibleDescription(/too common/);
    await expect(page.getByLabel("Name")).toHaveValue("Ruth Calloway");
    await password.fill("limestone in the rain");
    await page.getByRole("button", { name: "Show password" }).click();
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByText("Ruth Calloway")).toBeVisible();
    await page.goto(server.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
