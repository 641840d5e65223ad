import { answersScoring } from "#tests/kit/an-assessment.ts";
import { type APIRequestContext, expect } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, signIn, staffPassword } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("an export requires re-authentication, returns to the page and then downloads @long", async ({
  page,
}) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  await takeAssessment(page.request);
  await signIn(page, email);
  await page.goto("/admin");
  await ageAuthentication(email);

  await page.getByRole("button", { name: "Export CSV" }).first().click();
  await expect(page).toHaveURL(/\/auth\/prove\?to=%2Fadmin$/);
  await page.getByLabel("Password", { exact: true }).fill(staffPassword);
  // Waits for hydration. Before it, the browser saves the file without a notification.
  const isAlive = page.waitForResponse(/\/api\/session$/);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await isAlive;

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).first().click();
  expect((await download).suggestedFilename()).toMatch(/^pre-loi-assessments-.*\.csv$/);
  await expect(page.getByText("Export Successful")).toBeVisible();
});

test("without scripting, the export also requires re-authentication and returns @long", async ({
  browser,
  address,
}) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { "x-forwarded-for": address },
  });
  const page = await context.newPage();
  await takeAssessment(page.request);
  await page.goto("/auth");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(staffPassword);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await ageAuthentication(email);
  await page.getByRole("button", { name: "Export CSV" }).first().click();
  await expect(page).toHaveURL(/\/auth\/prove\?to=%2Fadmin$/);
  await context.close();
});

test("a change on the team page keeps its values during re-authentication", async ({ page }) => {
  const owner = newPerson();
  const invited = newPerson();
  await addStaff(owner.email, "owner");
  await signIn(page, owner.email);
  await page.goto("/admin");
  await page.getByText("Settings").click();
  await page.getByRole("link", { name: "Team" }).click();
  await ageAuthentication(owner.email);

  const invite = page.getByRole("form", { name: "Invite a colleague" });
  await invite.getByLabel("Email").fill(invited.email);
  await invite.getByLabel("Role").selectOption("Examiner");
  await invite.getByLabel("Last day (optional)").fill("2030-12-31");
  await invite.getByRole("button", { name: "Send invitation" }).click();
  await expect(page).toHaveURL(/\/auth\/prove\?to=/);
  expect(page.url()).not.toContain("example.com");
  await page.getByLabel("Password", { exact: true }).fill(staffPassword);
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByRole("status")).toContainText("Please review your change and submit it again");
  await expect(invite.getByLabel("Email")).toHaveValue(invited.email);
  await expect(invite.getByLabel("Last day (optional)")).toHaveValue("2030-12-31");
  await invite.getByRole("button", { name: "Send invitation" }).click();
  await expect(page).toHaveURL(/\/admin\/team\?done=invite$/);
  await expect(page.getByRole("listitem").filter({ hasText: invited.email })).toContainText(
    "Examiner until Dec 31, 2030",
  );
  await expect(invite.getByLabel("Email")).toHaveValue("");
});

/** Simulates an authentication that is no longer recent. */
async function ageAuthentication(email: string): Promise<void> {
  await queryRows(
    `update staff_sessions set proved_at = now() - interval '11 minutes'
     where user_id = (select id from staff_users where email = $1)`,
    [email],
  );
}

/** Stores an assessment to export. */
async function takeAssessment(request: APIRequestContext): Promise<void> {
  const { name, email, phone } = newPerson();
  const answers = answersScoring(3);
  await request.post("/functions/v1/pre-loi-assessment", { data: { name, email, phone, ...answers } });
}
