import { expect } from "@playwright/test";
import { expectAccessible, expectNothingMoved } from "../kit/accessibility.ts";
import { rowsOf } from "../kit/database.ts";
import { expectWellMade } from "../kit/desk.ts";
import { newPerson } from "../kit/person.ts";
import { signIn, signInAs, staffPassword, typeAccount, typePlainly } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Far from now, either way: other tests are about the next event. */
const overAt = "2026-01-15T18:00:00Z";
const toComeAt = "2031-01-16T18:00:00Z";

async function addEvent(title: string, startsAt: string, seats = 0): Promise<string> {
  const [event] = await rowsOf<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, seats_taken, last_place_number)
     values ($1, $2, 'America/Chicago', 45, 200, '{whitfield}', '{One,Two}', 'https://live.example.com/x', $3, $3) returning id`,
    [title, startsAt, seats],
  );
  await rowsOf(
    `insert into linkedin_live_signups (name, email, phone, questions, event_id, state, place_number)
     select 'Holder ' || n, 'holder' || n || '-' || $1 || '@example.com', '(512) 555-0100', repeat('What of QSBS? ', 1 + n % 30), $1::uuid, 'seat', n
     from generate_series(1, $2::int) as n`,
    [event?.id, seats],
  );
  return event?.id ?? "";
}

test("the lists of events and of who holds a place are accessible in both schemes, and fit the screen", async ({
  page,
}) => {
  const title =
    "A title that is rather long, as some are, and has a Wordthatgoesonandonandonandonandon in it";
  const over = await addEvent(title, overAt, 12);
  await signInAs(page, "staff");
  for (const path of ["", `/${over}`]) {
    await page.goto(`/admin/events${path}`);
    await expectNothingMoved(page);
    await expectWellMade(page);
  }
  await page.goto("/admin/events/x");
  await expect(page.getByRole("heading", { name: "No such event" })).toBeVisible();
  // Whoever took a wrong turn is still among the screens.
  await expect(page.getByRole("navigation", { name: "Staff area" })).toBeAttached();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expectWellMade(page);
});

test("the forms of an event are accessible in both schemes, and fit the screen", async ({ page }) => {
  const next = await addEvent("To come", toComeAt, 1);
  await signInAs(page, "staff");
  for (const path of ["/new", `/${next}/edit`, `/${next}/cancel`]) {
    await page.goto(`/admin/events${path}`);
    await expectNothingMoved(page);
    await expectWellMade(page);
  }
});

test("the next event is set with nothing but the keyboard, and is then called off @any-width", async ({
  page,
}) => {
  await addEvent("The last one", toComeAt);
  await signInAs(page, "owner");
  await page.goto("/admin/events");
  await page.getByRole("link", { name: "Set the next event" }).focus();
  await page.keyboard.press("Enter");
  const title = `Set by keyboard ${newPerson().email}`;
  await page.getByLabel("Title").fill(title);
  // Seats, length, hosts, topics and link stand there already.
  await expect(page.getByLabel("Link to join")).toHaveValue("https://live.example.com/x");
  await page.getByLabel("Begins").fill("2031-03-09T02:30");
  await page.keyboard.press("Enter");
  await expect(page.getByText("put forward over that hour")).toBeVisible();
  await expect(page.getByLabel("Begins")).toBeFocused();
  await page.getByLabel("Begins").fill("2031-03-20T12:00");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("The event is set");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByText("Mar 20, 2031, 12:00 PM CDT")).toBeVisible();

  await page.getByRole("link", { name: "Call off" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Call the event off" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText("The event was called off.");
  await expect(page.getByRole("link", { name: "Change" })).toHaveCount(0);
});

test("whoever changes an event that somebody else has changed loses nothing and can save again @any-width", async ({
  page,
}) => {
  const id = await addEvent("As it was", toComeAt);
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}/edit`);
  await page.getByLabel("Title").fill("Mine");
  await rowsOf("update events set title = 'Hers', capacity = 150, revision = revision + 1 where id = $1", [
    id,
  ]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("Somebody else has changed this event");
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await expect(page.getByText("Stands now: Hers")).toBeVisible();
  await expect(page.getByLabel("Seats")).toHaveValue("150");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status")).toContainText("The event was changed.");
  expect(await rowsOf("select title, capacity from events where id = $1", [id])).toEqual([
    { title: "Mine", capacity: 150 },
  ]);
});

test("who came is noted over several pages, and seen by an examiner @any-width", async ({
  page,
  browser,
}) => {
  const id = await addEvent("Much visited", overAt, 130);
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}`);
  await expect(page.getByRole("row")).toHaveCount(101);
  await page.getByRole("checkbox", { name: "Came: Holder 1", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "Everybody else on this page did not come" }).check();
  await page.getByRole("button", { name: "Save who came" }).click();
  await expect(page.getByRole("status")).toContainText("Saved for 100 people.");
  await expect(page.getByText("1 came, 99 did not, 30 not noted")).toBeVisible();
  const stayedAway = page.getByRole("checkbox", { name: "Came: Holder 2", exact: true });
  await expect(stayedAway).not.toBeChecked();
  await expect(stayedAway).toHaveAccessibleDescription("Did not come");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(31);
  await page.getByRole("checkbox", { name: "Came: Holder 130" }).check();
  await page.getByRole("button", { name: "Save who came" }).click();
  await expect(page.getByText("2 came, 99 did not, 29 not noted")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(31);

  const other = await browser.newPage();
  await signInAs(other, "examiner");
  await other.goto(`/admin/events/${id}?came=came`);
  await expect(other.getByRole("row")).toHaveCount(3);
  await expect(other.getByRole("button", { name: "Save who came" })).toHaveCount(0);
  await other.close();
});

test.describe("with scripting off", () => {
  test.use({ javaScriptEnabled: false });

  test("an event is changed, refused beside its field, and its visitors noted @any-width", async ({
    page,
  }) => {
    const [next, over] = [await addEvent("Plain", toComeAt, 3), await addEvent("Plain past", overAt, 3)];
    await signInAs(page, "staff");
    await page.goto(`/admin/events/${next}/edit`);
    await page.getByLabel("Seats").fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("3 seats are taken, and nobody loses one")).toBeVisible();
    await page.getByLabel("Seats").fill("40");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status")).toContainText("The event was changed.");
    await page.goto(`/admin/events/${over}`);
    await page.getByRole("checkbox", { name: "Came: Holder 2" }).check();
    await page.getByRole("button", { name: "Save who came" }).click();
    await expect(page.getByText("1 came, 0 did not, 2 not noted")).toBeVisible();
  });

  test("a form that is sent after its session has ended is sent again @any-width", async ({
    page,
    context,
  }) => {
    await addEvent("The last one", toComeAt);
    const email = await signInAs(page, "staff");
    await page.goto("/admin/events/new");
    const title = `Sent twice ${newPerson().email}`;
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Begins").fill("2031-05-17T12:00");
    await rowsOf("delete from staff_sessions where user_id = (select id from staff_users where email = $1)", [
      email,
    ]);
    await page.getByRole("button", { name: "Set the event" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "You were signed out, and your changes were not saved",
    );

    const [other] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Sign In (new tab)" }).click(),
    ]);
    await typePlainly(other, email);
    await expect(other).toHaveURL(/\/admin\/events\/new$/);
    await page.bringToFront();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByRole("status").filter({ hasText: "The event is set" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });
});

test("a session that ends in the middle of a form takes nothing along @any-width", async ({ page }) => {
  await addEvent("The last one", toComeAt);
  const email = await signInAs(page, "staff");
  const asked = page.waitForResponse(/\/api\/session$/);
  await page.goto("/admin/events/new");
  await asked;
  const title = `Half typed ${newPerson().email}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Begins").fill("2031-04-17T12:00");
  await rowsOf("delete from staff_sessions where user_id = (select id from staff_users where email = $1)", [
    email,
  ]);
  await page.getByRole("button", { name: "Set the event" }).click();
  await expect(page).toHaveURL(/\/auth\?/);
  // Signing in leads back to where it was typed.
  await typeAccount(page, "Sign In", email, staffPassword);
  await expect(page).toHaveURL(/\/admin\/events\/new$/);
  await expect(page.getByRole("status").filter({ hasText: "is back" })).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await page.getByRole("button", { name: "Set the event" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The event is set" })).toBeVisible();
  // It is saved now, and nothing of it comes back.
  await page.goto("/admin/events/new");
  await expect(page.getByLabel("Begins")).toHaveValue("");
});

test("a form that is sent before its page is alive, and after its session has ended, stays where it is", async ({
  page,
  context,
}) => {
  const email = await signInAs(page, "staff");
  await page.goto("/admin/events/new");
  const title = `Too early ${newPerson().email}`;
  await page.getByLabel("Title").fill(title);
  await context.clearCookies();
  const told = page.waitForResponse(
    (answer) => answer.url().includes("/api/session?") && answer.status() === 401,
  );
  // As the browser does by itself.
  await page.locator(".event-form").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
  await told;
  await expectAccessible(page);
  const other = await context.newPage();
  await signIn(other, email);
  await other.goto("/admin");
  await other.close();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Send again" }).click();
  // Something is missing still, and what was typed is there.
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Begins")).toHaveAttribute("aria-invalid", "true");
});
