import { expect } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, findSentLink, signIn, submitAccountForm } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a forgotten password is replaced, which ends all sessions of the account @long", async ({
  page,
  context,
  browser,
}) => {
  // Two browsers with a session.
  test.slow();
  const { email } = newPerson();
  await addStaff(email, "staff");
  const elsewhere = await browser.newContext();
  const otherDevice = await elsewhere.newPage();
  await signIn(otherDevice, email);
  // Away from the staff area, whose pages would detect the end before the request that this test makes.
  await otherDevice.goto("/about");
  const otherTab = await context.newPage();
  await signIn(otherTab, email);
  await otherTab.goto("/admin");

  await page.goto("/auth/reset");
  await expectAccessibleAtBothWidths(page);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByRole("status")).toContainText("If an account with this address exists");
  await expect(page.getByRole("status")).toBeFocused();

  await page.goto(await findSentLink(email, "reset"));
  await expectAccessibleAtBothWidths(page);
  await page.getByLabel("Password", { exact: true }).fill("granite in the sun");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your password has been changed");
  await expectAccessibleAtBothWidths(page);
  // The other tab detects it automatically (specification section 4, PASSWORD_RECOVERY).
  await expect(otherTab).toHaveURL(/\/auth\?because=ended$/);
  await page.getByRole("link", { name: "Go to Sign In" }).click();
  await submitAccountForm(page, "Sign In", email, "granite in the sun");
  await expect(page).toHaveURL(/\/admin$/);

  await otherDevice.goto("/admin");
  await expect(otherDevice).toHaveURL(/\/auth\?because=ended$/);
  await elsewhere.close();
});

test.describe("without scripting", () => {
  test.use({ javaScriptEnabled: false });

  test("a password can be replaced @any-width @long", async ({ page }) => {
    const { email } = newPerson();
    await addStaff(email, "staff");
    await page.goto("/auth");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send link" }).click();
    await expect(page.getByRole("status")).toBeVisible();
    const link = await findSentLink(email, "reset");
    await page.goto(link);
    await page.getByLabel("Password", { exact: true }).fill("granite in the sun");
    await page.getByRole("button", { name: "Set password" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your password has been changed");
    await page.goto(link);
    await page.getByRole("link", { name: "Request another link" }).click();
    await expect(page).toHaveURL(/\/auth\/reset$/);
  });
});
