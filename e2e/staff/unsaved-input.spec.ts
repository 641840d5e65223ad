import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { setTimeout } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { loadScreen, signInAs, staffPassword, submitAccountForm } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a note survives an activity filter, an opt-out, a change behind it and the end of the session", async ({
  page,
}) => {
  const { leadId, email: person } = await addPerson();
  const account = await signInAs(page, "staff");
  await page.goto(`/admin/people/${leadId}`);
  const note = page.getByLabel("Note");
  const save = page.getByRole("region", { name: "Follow-up" }).getByRole("button", { name: "Save" });
  await note.fill("Sells in 2028.\nWants a call in May.");
  // The form proposes this step itself, but not with this date.
  await page.getByLabel("Next step").fill("Follow up");
  await page.getByLabel("Due").fill("2099-01-05");
  await page.getByLabel("Status").selectOption("Booked");
  await page.getByRole("link", { name: "Email", exact: true }).click();
  await expect(page).toHaveURL(/show=emails/);
  const optOut = page.locator("details", { has: page.getByText("Record opt-out") });
  await optOut.locator("summary").click();
  await optOut.getByLabel("By phone: no more calls").check();
  await optOut.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toHaveText("Saved.");
  await changeCompany(person, "Hall Machining");
  await returnToTab(page);
  await expect(page.getByText("Hall Machining").first()).toBeVisible();
  await expect(note).toHaveValue("Sells in 2028.\nWants a call in May.");

  await endSession(account);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(/\/auth\?/);
  await submitAccountForm(page, "Sign In", account, staffPassword);
  await expect(page.getByRole("status").filter({ hasText: "restored what you entered" })).toBeFocused();
  await expect(note).toHaveValue("Sells in 2028.\nWants a call in May.");
  await expect(page.getByLabel("Next step")).toHaveValue("Follow up");
  await expect(page.getByLabel("Due")).toHaveValue("2099-01-05");
  await expect(page.getByLabel("Status")).toHaveValue("booked");
  // The form was filled in before the company was entered, also after the page is loaded again.
  await changeCompany(person, "Hall Foundry");
  await returnToTab(page);
  await expect(page.getByText("Hall Foundry").first()).toBeVisible();
  const isReloaded = await delayReload(page);
  await save.click();
  await note.fill("Sells in 2028.\nWants a call in June.");
  await expect(page.getByRole("alert")).toContainText("A colleague saved or merged this record");
  // Otherwise the form would be replaced again, and a click on its button would do nothing.
  expect(isReloaded()).toBe(true);
  await expect(note).toHaveValue("Sells in 2028.\nWants a call in June.");
  await save.click();
  await expect(page.getByRole("status")).toHaveText("Saved.");
  await expect(note).toHaveValue("");
  await loadScreen(page, () => page.reload());
  await expect(note).toHaveValue("");
});

test("the form for several people is kept after “Back”, and a link to another list is followed @long", async ({
  page,
}) => {
  const { name } = await addPerson();
  const list = `/admin/people?search=${encodeURIComponent(name)}`;
  const account = await signInAs(page, "staff");
  await loadScreen(page, () => page.goto(list));
  const box = page.getByRole("checkbox", { name: `Select ${name}` });
  const status = page.locator("#bulk-status");
  await box.check();
  await page.locator("details.bulk > summary").click();
  await status.selectOption("Client");
  await page.getByRole("button", { name: "Review change" }).click();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(status).toHaveValue("client");
  await endSession(account);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(/\/auth\?/);
  await submitAccountForm(page, "Sign In", account, staffPassword);
  await expect(page).toHaveURL(/search=/);
  await expect(status).toHaveValue("client");
  await expect(box).toBeChecked();

  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await loadScreen(page, () => page.goto("/admin/people?search=unknown"));
  expect(requests.filter((url) => url.includes("people.data"))).toEqual([]);
  await expect(page).toHaveURL(/search=unknown/);
});

test("changed attendance is kept while a search displays another form, also after the session @long", async ({
  page,
}) => {
  const [event] = await queryRows<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, seats_taken, last_place_number)
     values ('Unsaved', '2026-01-15T18:00:00Z', 'America/Chicago', 45, 200, '{whitfield}', '{One}', 'https://live.example.com/x', 2, 2)
     returning id`,
  );
  await queryRows(
    `insert into linkedin_live_signups (name, email, phone, event_id, state, place_number)
     select 'Holder ' || n, 'holder' || n || '-' || $1 || '@example.com', '(512) 555-0100', $1::uuid, 'seat', n from generate_series(1, 2) as n`,
    [event?.id],
  );
  const account = await signInAs(page, "staff");
  await loadScreen(page, () => page.goto(`/admin/events/${event?.id}`));
  await page.getByRole("checkbox", { name: "Attended: Holder 1" }).check();
  await page.getByRole("searchbox", { name: "Search", exact: true }).fill("Holder 2");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /Mark attended.*Holder 2/ })).toBeVisible();
  await endSession(account);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(page).toHaveURL(/\/auth\?/);
  await submitAccountForm(page, "Sign In", account, staffPassword);
  await expect(page.getByRole("checkbox", { name: "Attended: Holder 1" })).toBeChecked();
  await page.getByRole("button", { name: "Save attendance" }).click();
  await expect(page.getByText("1 attended, 0 absent, 1 not recorded")).toBeVisible();
});

test("a colleague’s version of a text is not replaced after the editor has loaded it @long", async ({
  page,
  browser,
}) => {
  const path = "/admin/content/sevenSteps";
  await signInAs(page, "staff");
  await page.goto(path);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const texts = page.locator("#editor textarea");
  const colleague = await (await browser.newContext()).newPage();
  await signInAs(colleague, "staff");
  const hydrated = colleague.waitForResponse(/\/api\/session$/);
  await colleague.goto(path);
  await hydrated;
  await colleague.locator("#editor textarea").first().fill("Hers");
  await colleague.getByRole("button", { name: "Save draft" }).first().click();
  await expect(colleague.locator(".alert")).toHaveText("Draft saved.");
  await colleague.context().close();
  await texts.nth(1).fill("Mine");
  await returnToTab(page);
  await delayReload(page);
  await page.getByRole("button", { name: "Save draft" }).first().click();
  await expect(page.getByRole("heading", { name: "Both versions" })).toBeVisible();
  await page.getByRole("button", { name: "Save chosen versions" }).click();
  await expect(page.locator(".alert")).toHaveText("Draft saved.");
  await expect(texts.nth(0)).toHaveValue("Hers");
  await expect(texts.nth(1)).toHaveValue("Mine");
  await page.getByText("Discard draft").click();
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(page.locator(".alert")).toContainText("Draft discarded.");
});

async function addPerson(): Promise<{ leadId: string; email: string; name: string }> {
  const { name, email, phone } = newPerson();
  const [lead] = await queryRows<{ id: string }>(
    `insert into pre_loi_assessments (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
     values ($1, $2, $3, ${sqlAnswers.values}, 13, 'Making Progress', '2025-07-01', gen_random_uuid(), gen_random_uuid())
     returning id`,
    [name, email, phone],
  );
  return { leadId: lead?.id ?? "", email, name };
}

/** Changes a person’s record as a colleague would. */
async function changeCompany(email: string, company: string): Promise<void> {
  await queryRows(
    `update people set company = $2, revision = revision + 1
     where id = (select person_id from person_addresses where email = $1)`,
    [email, company],
  );
}

/** Simulates a return to the tab, after which the page loads its data again. The router may stop reading before the response ends. */
async function returnToTab(page: Page): Promise<void> {
  const loaded = page.waitForResponse(/\.data/);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await loaded;
}

/** Delays what the page loads after an action. @returns whether it has been loaded */
async function delayReload(page: Page): Promise<() => boolean> {
  let isLoaded = false;
  await page.route(/\.data/, async (route) => {
    const isReload = route.request().method() === "GET";
    if (isReload) await setTimeout(1_000);
    await route.continue();
    if (isReload) isLoaded = true;
  });
  return () => isLoaded;
}

async function endSession(account: string): Promise<void> {
  await queryRows(
    "delete from staff_sessions where user_id = (select id from staff_users where email = $1)",
    [account],
  );
}
