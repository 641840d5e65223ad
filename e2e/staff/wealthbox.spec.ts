import { expect } from "@playwright/test";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { expectAccessibleAndFitting, openWithoutScripting } from "../kit/staff-screens.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

const settings = {
  statuses: ["new"],
  prospectType: "Prospect",
  clientType: "Client",
  source: "",
  tag: "Website",
  addsNotes: true,
  addsTasks: true,
  assignsOwners: true,
};

test("an owner sees what Wealthbox would receive, corrects the settings, and disconnects without scripting @long", async ({
  browser,
  page,
  request,
}) => {
  const person = newPerson();
  await request.post("/functions/v1/pre-loi-assessment", { data: anAssessment(person) });
  // A repeated test finds the connection of the first attempt.
  await queryRows("delete from integration_destinations where kind = 'wealthbox'", []);
  await signInAs(page, "owner");
  await page.goto("/admin/integrations");
  await page.getByRole("link", { name: "Connect Wealthbox" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wealthbox");
  await expectAccessibleAndFitting(page);
  await page.getByLabel("Access token").fill("not a token");
  await page.getByLabel("Access token").press("Enter");
  await expect(page.getByLabel("Access token")).toHaveAccessibleDescription(/without spaces/);
  await expect(page.getByLabel("Access token")).toBeFocused();
  await expect(page.getByLabel("Access token")).toHaveValue("");

  await page.getByLabel("Email address of a person").fill(person.email);
  await page.getByLabel("Email address of a person").press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Nothing was sent." })).toBeFocused();
  await expect(page.getByText("POST https://api.crmworkspace.com/v1/notes")).toBeVisible();
  await expect(page.getByText(`"address": "${person.email}"`)).toBeVisible();
  await expectAccessibleAndFitting(page);

  // A connection that is paused sends nothing, so this test does not depend on a network.
  await queryRows(
    `insert into integration_destinations (kind, name, events, includes_contact, settings, sealed_secret, state, created_by)
     values ('wealthbox', 'Wealthbox', '{person.merged}', true, $1, '', 'paused', 'a test')`,
    [JSON.stringify(settings)],
  );
  await page.goto("/admin/integrations/wealthbox");
  await expect(page.getByRole("heading", { name: "Status Paused" })).toBeVisible();
  await page.getByText(/^Send [\d,]+ (person|people)…$/).click();
  await expectAccessibleAndFitting(page);
  await page.getByLabel("Contact source").fill("Website, Events");
  await page.getByLabel("Contact source").press("Enter");
  // The field also has the focus before the response.
  await expect(page.getByLabel("Contact source")).toHaveAccessibleDescription(/without commas/);
  await expect(page.getByLabel("Contact source")).toBeFocused();
  await page.getByLabel("Contact source").fill("Website");
  await page.getByLabel("Contact source").press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "The settings were saved." })).toBeFocused();
  await expect(page.getByLabel("Contact source")).toHaveValue("Website");

  const plain = await openWithoutScripting(browser, page);
  await plain.goto("/admin/integrations/wealthbox");
  await plain.getByText("Disconnect…").click();
  await plain.getByRole("button", { name: "Disconnect" }).click();
  await expect(plain.getByRole("status")).toHaveText("Wealthbox is disconnected.");
  await plain.context().close();
});
