import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "@playwright/test";
import { expectAccessible } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, signInAs, staffPassword } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a passkey can be added, renamed, used to sign in with one tap, and removed", async ({
  page,
  context,
}) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  await addAuthenticator(context, page);
  await signIn(page, email);
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.")).toBeFocused();
  await page.getByText("Rename…").click();
  await page.getByLabel("Passkey name").fill("My laptop");
  await page.getByRole("button", { name: "Save name" }).last().click();
  await expect(page.getByText("The passkey has been renamed.")).toBeVisible();
  await expect(page.getByText("My laptop", { exact: true })).toBeVisible();
  await expectAccessible(page);

  // The device already has a passkey and reports it.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("already has a passkey for your account")).toBeFocused();

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  // Without its script, the button is a form that explains what passkeys need.
  await page.waitForLoadState();
  await page.getByRole("button", { name: "Quick Admin Access" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/admin/account");
  await page.getByText("Remove…").click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("You have no passkeys.")).toBeVisible();
});

test("changing a sign-in method requires re-authentication and then returns to the page @long", async ({
  page,
  context,
}) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  await addAuthenticator(context, page);
  await signIn(page, email);
  await page.goto("/admin/account");
  await queryRows(
    "update staff_sessions set proved_at = now() - interval '11 minutes' where user_id = (select id from staff_users where email = $1)",
    [email],
  );
  for (const name of ["Add a passkey", "Set up an authenticator app"]) {
    await page.getByRole("button", { name }).click();
    await expect(page).toHaveURL("/auth/prove?to=%2Fadmin%2Faccount");
    await page.goto("/admin/account");
  }
  await page.getByRole("link", { name: "Confirm your identity to change it" }).click();
  await page.getByLabel("Password", { exact: true }).fill(staffPassword);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/admin/account");
  await expect(page.getByLabel("New password")).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();
});

test("an ended session is rejected at its next request, and a new password ends all other sessions @long", async ({
  page,
  browser,
}) => {
  const email = await signInAs(page, "staff");
  await page.goto("/admin");
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, email);
  // Away from the staff area, whose pages would detect the end before the request that this test makes.
  await elsewhere.goto("/about");
  await page.goto("/admin/account");
  await expect(page.getByText("This session")).toHaveCount(1);
  await page.getByRole("button", { name: /^Sign out Chrome on Windows/ }).click();
  await expect(page.getByText("That device was signed out.")).toBeFocused();
  await elsewhere.goto("/admin");
  await expect(elsewhere).toHaveURL(/\/auth\?because=ended$/);

  await signIn(elsewhere, email);
  await elsewhere.goto("/about");
  await page.getByLabel("Current password").fill(staffPassword);
  await page.getByLabel("New password").fill("limestone, oak and copper");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password has been changed.")).toBeFocused();
  await expect(page.getByLabel("New password")).toHaveValue("");
  await elsewhere.goto("/admin");
  await expect(elsewhere).toHaveURL(/\/auth\?because=ended$/);
  await signIn(elsewhere, email, { password: "limestone, oak and copper" });
  await elsewhere.goto("/admin");
  await elsewhere.context().close();
});

test("the page is accessible and fits the screen at both widths @long", async ({ page }) => {
  await signInAs(page, "examiner");
  await page.goto("/admin");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/admin/account");
    await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test("at an IP address, the page says why no passkey can be added @long", async ({ page, baseURL }) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  const numbers = (baseURL ?? "").replace("localhost", "127.0.0.1");
  await page.goto(`${numbers}/auth`);
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).first().fill(staffPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(/\/admin$/);
  await page.goto(`${numbers}/admin/account`);
  await expect(page.getByText("Passkeys are tied to the address localhost.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a passkey" })).toHaveCount(0);
});

/** Adds a virtual authenticator that verifies its user. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}
