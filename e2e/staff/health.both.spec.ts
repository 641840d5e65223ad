import { expect } from "@playwright/test";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("the health page is complete with and without scripting @long", async ({ browser, page }) => {
  await signInAs(page, "staff");
  await page.goto("/admin/health");
  await expect(page.getByRole("region", { name: /Database/ })).toContainText(/OK.*PostgreSQL/s);
  // The server of these tests has no mail server.
  await expect(page.getByRole("region", { name: /Email/ })).toContainText("This server does not send email");
  await expectAccessibleAndFitting(page);
  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/health");
  await plain.getByRole("link", { name: "Refresh" }).click();
  await expect(plain.getByRole("region", { name: /Program/ })).toContainText("Running since");
  await plain.context().close();
});
