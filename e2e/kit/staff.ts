import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "@playwright/test";
import type { LinkKind } from "#app/data/schema/staff.ts";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { createPasswords } from "#app/identity/passwords/passwords.server.ts";
import { signInIntents } from "#app/staff/paths/sign-in-tabs.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { queryRows, withDatabase } from "./database.ts";
import { newPerson } from "./person.ts";

export const staffPassword = "correct horse battery staple";

/** Hashed at the production cost, so only once for all accounts of a worker. */
let passwordHash: Promise<string> | undefined;

/** The addresses of the accounts that the current test added. A worker runs one test at a time. */
let addedAccounts: string[] = [];

/**
 * Adds an account while the server runs, as the command line does. It is removed when the test ends. An examiner may view leads.
 */
export async function addStaff(
  email: string,
  role: "owner" | "staff" | "examiner" | "pending",
): Promise<void> {
  addedAccounts.push(email);
  passwordHash ??= createPasswords().hash(staffPassword, "staff");
  const hash = await passwordHash;
  const account = { name: "", email, password: staffPassword, role, actor: { kind: "shell" } } as const;
  const added = await withDatabase(({ db }) =>
    addAccount({ db, passwords: { hash: () => Promise.resolve(hash) } }, account),
  );
  expect(added.ok).toBe(true);
  if (role === "examiner") {
    await queryRows("update staff_users set may_view_leads = true where email = $1", [email]);
  }
}

/** Removes the accounts of the test that has ended. The team page lists all accounts, so they would slow its tests down. */
export async function removeAddedStaff(): Promise<void> {
  if (addedAccounts.length === 0) return;
  await queryRows("delete from staff_users where email = any($1)", [addedAccounts]);
  addedAccounts = [];
}

/**
 * Signs a page's browser in by posting the sign-in form. The screen has its own tests, and using it everywhere would take a fifth of the
 * test time.
 */
export async function signIn(
  page: Page,
  email: string,
  { password = staffPassword, siteUrl = test.info().project.use.baseURL ?? "" } = {},
): Promise<void> {
  // Sign-in limits count per address, and all tests come from this machine.
  const headers = from(newAddress());
  await page.setExtraHTTPHeaders(headers);
  const answer = await page.request.post(`${siteUrl}/auth`, {
    headers: { ...headers, origin: siteUrl },
    form: { intent: signInIntents.signIn, email, password },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(303);
  // Examiners begin with the record.
  expect(["/admin", "/admin/record"]).toContain(answer.headers()["location"]);
}

/** Waits until a staff screen that is being loaded has restored its drafts. It checks the session after that. */
export async function loadScreen(page: Page, load: () => Promise<unknown>): Promise<void> {
  const checked = page.waitForResponse(/\/api\/session$/);
  await load();
  await checked;
}

/**
 * Signs a page's browser in with a new account.
 * @returns the account's email address
 */
export async function signInAs(page: Page, role: "owner" | "staff" | "examiner"): Promise<string> {
  const { email } = newPerson();
  await addStaff(email, role);
  await signIn(page, email);
  return email;
}

/** Signs in through the sign-in screen without scripting. */
export async function signInWithoutScripting(page: Page, email: string): Promise<void> {
  const button = page.getByRole("button", { name: "Sign In", exact: true });
  const form = page.locator("form").filter({ has: button });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(staffPassword);
  await button.click();
}

/** Fills in and submits one of the two forms of the sign-in screen, with scripting. */
export async function submitAccountForm(
  page: Page,
  tab: "Sign In" | "Sign Up",
  email: string,
  password: string,
): Promise<void> {
  const form = page.getByRole("tabpanel", { name: tab });
  await form.getByLabel("Email").fill(email);
  await form.getByLabel("Password", { exact: true }).fill(password);
  await form.getByRole("button", { name: tab, exact: true }).click();
}

/**
 * The path of the newest link of a kind for an address. Stored emails mask it, so it is derived from its row and the secret of the test
 * server.
 */
export async function findSentLink(email: string, kind: LinkKind): Promise<string> {
  const [link] = await queryRows<{ id: string }>(
    "select id from staff_links where email = $1 and kind = $2 order by created_at desc limit 1",
    [email, kind],
  );
  if (link === undefined) throw new Error(`There is no link of the kind ${kind} for this address`);
  const file = join(process.env.E2E_DATA_DIR ?? "", "session-secret");
  const secret = process.env.SESSION_SECRET ?? readFileSync(file, "utf8").trim();
  return `${accountPaths[kind]}/${createIdentityKeys(createKeyRing([secret])).linkToken(kind, link.id)}`;
}
