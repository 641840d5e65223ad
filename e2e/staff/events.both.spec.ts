import { expect } from "@playwright/test";
import { expectAccessibleAtBothWidths, expectNothingMoved } from "../kit/accessibility.ts";
import { queryRows } from "../kit/database.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import {
  loadScreen,
  signIn,
  signInAs,
  staffPassword,
  submitAccountForm,
  signInWithoutScripting,
} from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Dates far from now, because other tests use the next event. */
const pastDate = "2026-01-15T18:00:00Z";
const futureDate = "2031-01-16T18:00:00Z";

async function addEvent(title: string, startsAt: string, seats = 0): Promise<string> {
  const [event] = await queryRows<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url, seats_taken, last_place_number)
     values ($1, $2, 'America/Chicago', 45, 200, '{whitfield}', '{One,Two}', 'https://live.example.com/x', $3, $3) returning id`,
    [title, startsAt, seats],
  );
  await queryRows(
    `insert into linkedin_live_signups (name, email, phone, questions, event_id, state, place_number)
     select 'Holder ' || n, 'holder' || n || '-' || $1 || '@example.com', '(512) 555-0100', repeat('What of QSBS? ', 1 + n % 30), $1::uuid, 'seat', n
     from generate_series(1, $2::int) as n`,
    [event?.id, seats],
  );
  return event?.id ?? "";
}

test("the lists of events and attendees are accessible in both schemes and fit the screen", async ({
  page,
}) => {
  const title = "A long title of an event that contains an Unbreakablewordthatgoesonandonandonandon";
  const over = await addEvent(title, pastDate, 12);
  await signInAs(page, "staff");
  for (const path of ["", `/${over}`]) {
    await page.goto(`/admin/events${path}`);
    await expectNothingMoved(page);
    await expectAccessibleAndFitting(page);
  }
  await page.goto("/admin/events/x");
  await expect(page.getByRole("heading", { name: "Event not found" })).toBeVisible();
  // The not-found page keeps the staff navigation.
  await expect(page.getByRole("navigation", { name: "Staff area" })).toBeAttached();
  await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await expectAccessibleAndFitting(page);
});

test("the forms of an event are accessible in both schemes and fit the screen @long", async ({ page }) => {
  // It opens many screens.
  test.slow();
  const next = await addEvent("To come", futureDate, 1);
  await signInAs(page, "staff");
  const over = await addEvent("Ended", pastDate, 2);
  const [holder] = await queryRows<{ id: string }>(
    "select id from linkedin_live_signups where event_id = $1::uuid",
    [next],
  );
  const paths = [
    "/new",
    `/${next}/edit`,
    `/${next}/cancel`,
    `/${next}/guests`,
    `/${next}/${holder?.id ?? ""}`,
    `/${next}/${holder?.id ?? ""}/link`,
  ];
  const [waiting] = await queryRows<{ id: string }>(
    `insert into linkedin_live_signups (name, email, event_id, state, place_number)
     values ('Waiting Ann', 'ann-' || $1 || '@example.com', $1::uuid, 'waiting', 900),
       ('Waiting Ben', 'ben-' || $1 || '@example.com', $1::uuid, 'waiting', 901)
     returning id`,
    [next],
  );
  const more = [
    `/${next}/${waiting?.id ?? ""}/move`,
    `/${over}/attendance`,
    `/${over}/attendance/absent`,
    `/${over}?search=holder`,
  ];
  for (const path of [...paths, ...more]) {
    await page.goto(`/admin/events${path}`);
    await expectNothingMoved(page);
    await expectAccessibleAndFitting(page);
  }
});

test("the next event is added and canceled by keyboard only @any-width @long", async ({ page }) => {
  await addEvent("The last one", futureDate);
  await signInAs(page, "owner");
  await page.goto("/admin/events");
  await page.getByRole("link", { name: "Schedule event" }).focus();
  await page.keyboard.press("Enter");
  const title = `Set by keyboard ${newPerson().email}`;
  await page.getByLabel("Title").fill(title);
  // Capacity, duration, hosts, topics and link are prefilled.
  await expect(page.getByLabel("Join link")).toHaveValue("https://live.example.com/x");
  await page.getByLabel("Starts").fill("2031-03-09T02:30");
  await page.keyboard.press("Enter");
  await expect(page.getByText("because the clocks go forward")).toBeVisible();
  await expect(page.getByLabel("Starts")).toBeFocused();
  await page.getByLabel("Starts").fill("2031-03-20T12:00");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "The event is scheduled" })).toBeFocused();
  await expect(page.getByText("Mar 20, 2031, 12:00 PM CDT")).toBeVisible();

  await page.getByRole("link", { name: "Cancel event…" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cancel event" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "The event was canceled." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
});

test("a conflicting edit of an event keeps the entered values and can be saved again @any-width", async ({
  page,
}) => {
  const id = await addEvent("As it was", futureDate);
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}/edit`);
  await page.getByLabel("Title").fill("Mine");
  await queryRows("update events set title = 'Hers', capacity = 150, revision = revision + 1 where id = $1", [
    id,
  ]);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert")).toContainText("A colleague changed this event");
  await expect(page.getByLabel("Title")).toHaveValue("Mine");
  await expect(page.getByText("Current value: Hers")).toBeVisible();
  await expect(page.getByLabel("Seats")).toHaveValue("150");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The event was changed." })).toBeVisible();
  expect(await queryRows("select title, capacity from events where id = $1", [id])).toEqual([
    { title: "Mine", capacity: 150 },
  ]);
});

test("attendance is recorded across several pages and visible to an examiner @any-width @long", async ({
  page,
  browser,
}) => {
  const id = await addEvent("Much visited", pastDate, 40);
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}`);
  await expect(page.getByRole("row")).toHaveCount(26);
  await page.getByRole("checkbox", { name: "Attended: Holder 1", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "Everyone else on this page was absent" }).check();
  await page.getByRole("button", { name: "Save attendance" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Attendance saved for 25 people." })).toBeVisible();
  await expect(page.getByText("1 attended, 24 absent, 15 not recorded")).toBeVisible();
  const stayedAway = page.getByRole("checkbox", { name: "Attended: Holder 2", exact: true });
  await expect(stayedAway).not.toBeChecked();
  await expect(stayedAway).toHaveAccessibleDescription("Absent");
  await page.getByRole("link", { name: "Next page" }).click();
  await expect(page.getByRole("row")).toHaveCount(16);
  await page.getByRole("checkbox", { name: "Attended: Holder 40" }).check();
  await page.getByRole("button", { name: "Save attendance" }).click();
  await expect(page.getByText("2 attended, 24 absent, 14 not recorded")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(16);

  const other = await browser.newPage();
  await signInAs(other, "examiner");
  await other.goto(`/admin/events/${id}?came=came`);
  await expect(other.getByRole("row")).toHaveCount(3);
  await expect(other.getByRole("button", { name: "Save attendance" })).toHaveCount(0);
  await other.close();
});

test("an event gets hosts and topics of its own by keyboard, and a refusal keeps them @any-width @long", async ({
  page,
}) => {
  const id = await addEvent("With a guest", futureDate);
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}/edit`);
  const host = page.locator("details", { has: page.getByText("Host 1") });
  await host.locator("summary").focus();
  await page.keyboard.press("Enter");
  await host.getByLabel("Name").fill("Dana Ruiz, CPA");
  await host.getByLabel("Role or credentials").fill("Tax partner, guest");
  await host.getByLabel("Biography").fill("She prices earn-outs for sellers.");
  const topic = page.getByRole("group", { name: "Topic 1" });
  await topic.getByLabel("Description").fill("What a buyer pays for.");
  await page.keyboard.press("Tab");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  // The guest has no statement of ties, and one described topic does not fill three cards.
  await expect(host.getByLabel("Compensation and referral arrangements")).toHaveAttribute(
    "aria-invalid",
    "true",
  );
  await expect(host.getByLabel("Compensation and referral arrangements")).toBeFocused();
  await expect(page.getByText("Describe exactly three, or none")).toBeVisible();
  await expect(host.getByLabel("Name")).toHaveValue("Dana Ruiz, CPA");
  await expect(topic.getByLabel("Description")).toHaveValue("What a buyer pays for.");
  await expectAccessibleAtBothWidths(page);
  await host
    .getByLabel("Compensation and referral arrangements")
    .fill("She is not a client. No one is paid, and no one refers clients.");
  await topic.getByLabel("Description").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The event was changed." })).toBeVisible();
  await expect(page.getByText("Dana Ruiz, CPA")).toBeVisible();
});

test("Enter marks the person whom the text names, and the field is ready for the next one @any-width @long", async ({
  page,
}) => {
  const id = await addEvent("Marked by name", pastDate, 12);
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}`);
  const field = page.getByRole("textbox", { name: "Mark attendance" });
  await field.fill("holder 7");
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Holder 7 is marked as attended." })).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");
  // Several people match a part of a name.
  await field.fill("holder 1");
  await field.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Holder 1 is marked as attended." })).toBeVisible();
  await field.fill("holder");
  await field.press("Enter");
  await expect(page.getByText("Several people match.")).toBeVisible();
  await expect(field).toBeFocused();
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: /Mark attended.*Holder 2/ }).click();
  await expect(page.getByText("3 attended, 0 absent, 9 not recorded")).toBeVisible();
});

test("a waiting person is moved to the front, and a freed seat names the person @any-width @long", async ({
  page,
}) => {
  const id = await addEvent("With a list", futureDate, 1);
  await queryRows("update events set capacity = 1, last_place_number = 4 where id = $1", [id]);
  for (const [name, number] of [
    ["Ann", 2],
    ["Ben", 3],
    ["Cleo", 4],
  ] as const) {
    await queryRows(
      `insert into linkedin_live_signups (name, email, event_id, state, place_number)
       values ($1, $1 || '-' || $2 || '@example.com', $2::uuid, 'waiting', $3)`,
      [name, id, number],
    );
  }
  await signInAs(page, "staff");
  await page.goto(`/admin/events/${id}`);
  await page.getByRole("link", { name: /Move….*Cleo/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("To the front, ahead of Ann and Ben").check();
  await page.getByRole("button", { name: "Move" }).focus();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("status").filter({ hasText: "The waiting list has a new order." }),
  ).toBeVisible();
  await page.getByRole("link", { name: /Release seat….*Holder 1/ }).click();
  await expect(page.getByText("Cleo will move up from the waiting list")).toBeVisible();
});

test.describe("with scripting off", () => {
  test.use({ javaScriptEnabled: false });

  test("an event can be changed, shows errors at their fields, and attendance can be recorded @any-width @long", async ({
    page,
  }) => {
    const [next, over] = [await addEvent("Plain", futureDate, 3), await addEvent("Plain past", pastDate, 3)];
    await signInAs(page, "staff");
    await page.goto(`/admin/events/${next}/edit`);
    await page.getByLabel("Seats").fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("3 seats are taken. Please enter 3 or more")).toBeVisible();
    await page.getByLabel("Seats").fill("40");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("status").filter({ hasText: "The event was changed." })).toBeVisible();
    await page.goto(`/admin/events/${over}`);
    await page.getByRole("checkbox", { name: "Attended: Holder 2" }).check();
    await page.getByRole("button", { name: "Save attendance" }).click();
    await expect(page.getByText("1 attended, 0 absent, 2 not recorded")).toBeVisible();
  });

  test("a form can be submitted again after its session has ended @any-width @long", async ({
    page,
    context,
  }) => {
    await addEvent("The last one", futureDate);
    const email = await signInAs(page, "staff");
    await page.goto("/admin/events/new");
    const title = `Sent twice ${newPerson().email}`;
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Starts").fill("2031-05-17T12:00");
    await queryRows(
      "delete from staff_sessions where user_id = (select id from staff_users where email = $1)",
      [email],
    );
    await page.getByRole("button", { name: "Schedule event" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      "You were signed out, and your changes were not saved",
    );

    const [other] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: "Sign In (new tab)" }).click(),
    ]);
    await signInWithoutScripting(other, email);
    await expect(other).toHaveURL(/\/admin\/events\/new$/);
    await page.bringToFront();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(page.getByRole("status").filter({ hasText: "The event is scheduled" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  });
});

test("a session that ends while a form is filled in loses no values @any-width @long", async ({ page }) => {
  await addEvent("The last one", futureDate);
  const email = await signInAs(page, "staff");
  await loadScreen(page, () => page.goto("/admin/events/new"));
  const title = `Half typed ${newPerson().email}`;
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Starts").fill("2031-04-17T12:00");
  await queryRows(
    "delete from staff_sessions where user_id = (select id from staff_users where email = $1)",
    [email],
  );
  await page.getByRole("button", { name: "Schedule event" }).click();
  await expect(page).toHaveURL(/\/auth\?/);
  // Signing in returns to the form.
  await submitAccountForm(page, "Sign In", email, staffPassword);
  await expect(page).toHaveURL(/\/admin\/events\/new$/);
  await expect(page.getByRole("status").filter({ hasText: "restored what you entered" })).toBeFocused();
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await page.getByRole("button", { name: "Schedule event" }).click();
  await expect(page.getByRole("status").filter({ hasText: "The event is scheduled" })).toBeVisible();
  // The saved values are not restored again.
  await loadScreen(page, () => page.goto("/admin/events/new"));
  await expect(page.getByLabel("Starts")).toHaveValue("");
});

test("a form that is submitted before hydration and after its session has ended keeps its values @long", async ({
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
  // Submits the form as the browser does without scripting.
  await page.locator(".event-form").evaluate((form: HTMLFormElement) => form.submit());
  await expect(page.getByRole("button", { name: "Send again" })).toBeVisible();
  await told;
  await expectAccessibleAtBothWidths(page);
  const other = await context.newPage();
  await signIn(other, email);
  await other.goto("/admin");
  await other.close();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.getByRole("button", { name: "Send again" }).click();
  // A required field is still missing, and the entered values are kept.
  await expect(page.getByLabel("Title")).toHaveValue(title);
  await expect(page.getByLabel("Starts")).toHaveAttribute("aria-invalid", "true");
});
