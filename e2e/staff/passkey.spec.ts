import { expect } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

// Adding a passkey and signing in with it are tested with the account page.
test("a passkey re-authenticates and returns to the page @long", async ({ page, context }) => {
  const { email } = newPerson();
  await addStaff(email, "owner");
  const session = await context.newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await signIn(page, email);
  await page.goto("/admin/account");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added.")).toBeVisible();

  await queryRows(
    `update staff_sessions set proved_at = now() - interval '11 minutes'
     where user_id = (select id from staff_users where email = $1) returning id`,
    [email],
  );
  await page.goto("/auth/prove?to=%2Fadmin%2Fteam");
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();

  // A person who fails the verification sees a message and can try again.
  await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  const button = page.getByRole("button", { name: "Use a passkey" });
  await button.click();
  await expect(page.getByRole("alert")).toContainText("No passkey was used.");
  await expect(button).toBeFocused();

  await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await button.click();
  await expect(page).toHaveURL(/\/admin\/team$/);
  const [{ count } = { count: 0 }] = await queryRows<{ count: number }>(
    `select count(*)::int as count from staff_sessions
     where assurance = 'aal2' and user_id = (select id from staff_users where email = $1)`,
    [email],
  );
  expect(count).toBe(1);

  // Signing in with a passkey also returns to the page, except after a deliberate sign-out.
  // Elsewhere meanwhile, because the open page would notice that its session has ended.
  await page.goto("about:blank");
  await context.clearCookies();
  await page.goto("/admin/people?q=avery");
  await expect(page).toHaveURL(/\/auth\?to=%2Fadmin%2Fpeople$/);
  await page.getByRole("button", { name: "Quick Admin Access" }).click();
  await expect(page).toHaveURL(/\/admin\/people$/);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.getByRole("button", { name: "Quick Admin Access" }).click();
  await expect(page).toHaveURL(/\/admin$/);
});
