import { spawnSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { expect } from "@playwright/test";

export const staffPassword = "correct horse battery staple";

/** Adds an account through the shell, while the server runs, as an operator would. */
export function addStaff(email: string, role: "owner" | "staff" | "examiner" | "pending"): void {
  const result = spawnSync("node", ["server/run-command.mjs", "staff", "add", email, "--role", role], {
    input: `${staffPassword}\n`,
    encoding: "utf8",
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
  expect(result.stderr).toBe("");
  expect(result.status).toBe(0);
}

/** Signs in through the screen and waits for the dashboard. */
export async function signIn(page: Page, email: string): Promise<void> {
  // Limits on guessing count by address, and all tests come from this machine.
  const [a, b] = [0, 0].map(() => Math.floor(Math.random() * 254) + 1);
  await page.setExtraHTTPHeaders({ "x-forwarded-for": `198.18.${a}.${b}` });
  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(staffPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await expect(page).toHaveURL(/\/admin$/);
}
