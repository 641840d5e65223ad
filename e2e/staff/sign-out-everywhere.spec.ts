import { expect, type Page } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signInAs, staffPassword } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const dashboard = { name: "Admin Dashboard" };

test("signing out in one tab clears the other, and the back button does not restore it", async ({
  page,
  context,
}) => {
  await signInAs(page, "staff");
  await open(page);
  const other = await context.newPage();
  // A tab that first checks its session after the sign-out cannot know of it.
  const isWatching = other.waitForResponse(/\/api\/session$/);
  // The next person to sign in may be a different one, so the other tab does not return to its page.
  await other.goto("/admin/people");
  await expect(other.getByRole("heading", { level: 1, name: "People" })).toBeVisible();
  await isWatching;
  await other.waitForLoadState("networkidle");

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(other).toHaveURL(/\/auth\?because=ended$/);
  await expect(other.getByRole("status")).toContainText("You have been signed out.");
  await expect(other.getByRole("heading", { name: "Admin Access" })).toBeVisible();
  expect(await context.cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining("session_token") }),
  );

  await other.goBack();
  await expect(other.getByRole("heading", { level: 1, name: "People" })).toHaveCount(0);
});

test("a person who signs out sees no message about an ended session, even if the response is late @long", async ({
  page,
}) => {
  const email = await signInAs(page, "staff");
  await open(page);
  // The server has ended the session, and the tab detects it before the response arrives.
  await page.route("**/auth/sign-out", async (route) => {
    await endSession(email);
    const found = page.waitForResponse(/\/api\/session\?forget/);
    await returnToTab(page);
    await found;
    await route.continue();
  });
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test("a session that is revoked elsewhere is signed out in every open tab @long", async ({
  page,
  context,
}) => {
  const email = await signInAs(page, "staff");
  await open(page);
  const other = await context.newPage();
  await open(other);
  await endSession(email);
  await returnToTab(page);
  await expect(page).toHaveURL(/\/auth\?because=ended$/);
  await returnToTab(other);
  await expect(other).toHaveURL(/\/auth(\?because=ended)?$/);
  expect(await context.cookies()).not.toContainEqual(
    expect.objectContaining({ name: expect.stringContaining("session_token") }),
  );
});

test("a person who loses access to leads no longer sees them in an open tab", async ({ page }) => {
  const email = await signInAs(page, "owner");
  await open(page);
  await queryRows("update staff_users set role = 'pending' where email = $1", [email]);
  await returnToTab(page);
  await expect(page.getByRole("heading", { name: "Your account is waiting" })).toBeVisible();
  await expect(page.getByRole("heading", dashboard)).toHaveCount(0);
});

test("an unreachable server does not sign the person out @long", async ({ page, context }) => {
  await signInAs(page, "staff");
  await open(page);
  let asked = 0;
  await context.route("**/api/session*", async (route) => {
    asked += 1;
    await (asked === 1 ? route.abort() : route.fulfill({ status: 503 }));
  });
  await returnToTab(page);
  await expect.poll(() => asked).toBeGreaterThan(2);
  await expect(page.getByRole("heading", dashboard)).toBeVisible();
});

test("a page from the back-forward cache displays nothing until the server has confirmed the session", async ({
  page,
}) => {
  await signInAs(page, "staff");
  await open(page);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await expect(page.getByRole("heading", dashboard)).toBeHidden();
  const loaded = page.waitForEvent("load");
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await loaded;
  await expect(page.getByRole("heading", dashboard)).toBeVisible();
});

test("without scripting, Sign Out is a plain form @long", async ({ browser, address }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { "x-forwarded-for": address },
  });
  const page = await context.newPage();
  const { email } = newPerson();
  await addStaff(email, "staff");
  await page.goto("/auth");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(staffPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto("/admin");
  await expect(page).toHaveURL(/\/auth$/);
  await context.close();
});

/** Opens the dashboard and waits until it watches its session. */
async function open(page: Page): Promise<void> {
  const asked = page.waitForResponse(/\/api\/session$/);
  await page.goto("/admin");
  await asked;
  await expect(page.getByRole("heading", dashboard)).toBeVisible();
}

async function endSession(email: string): Promise<void> {
  await queryRows(
    "delete from staff_sessions where user_id = (select id from staff_users where email = $1)",
    [email],
  );
}

/** Simulates a return to the tab. */
async function returnToTab(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
}
