import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectNothingMoved } from "../kit/accessibility.ts";
import { forgetSeatsOfHour, queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { test } from "../kit/test.ts";

const path = "/linkedin-live-signup";

/** An event after all others, with a guest of its own. */
async function addEvent(title: string): Promise<string> {
  const [event] = await queryRows<{ id: string }>(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, own_hosts, topics, topic_descriptions, join_url)
     values ($1, '2032-02-19T18:00:00Z', 'America/Chicago', 45, 20, '{}', $2, '{One,Two,Three}', '{First,Second,Third}', 'https://live.example.com/x')
     returning id`,
    [
      title,
      JSON.stringify([
        {
          name: "Dana Ruiz",
          role: "Tax partner, guest",
          biography: "She prices earn-outs.",
          isGuest: true,
          ties: "Not a client. No one is paid, and no one refers clients.",
        },
      ]),
    ],
  );
  return event?.id ?? "";
}

async function fillIn(page: Page): Promise<string> {
  const person = newPerson();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await waitForHumanPace(page);
  return person.email;
}

const submit = (page: Page) => page.getByRole("button", { name: "Reserve My Spot" }).click();

const findEvents = async (email: string): Promise<string[]> =>
  (
    await queryRows<{ id: string }>(
      "select event_id as id from linkedin_live_signups where email = $1 and state = 'seat'",
      [email],
    )
  ).map(({ id }) => id);

test.beforeEach(forgetSeatsOfHour);

test("a visitor chooses another date on the page and signs up for it @long", async ({ page }) => {
  const title = `Chosen ${newPerson().email}`;
  const id = await addEvent(title);
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole("link", { name: title })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.getByRole("link", { name: title }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${path}/event/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByText("Not a client. No one is paid")).toBeVisible();
  await expectNothingMoved(page);
  await expectAccessible(page);
  const email = await fillIn(page);
  await submit(page);
  await expect(page).toHaveURL(`${path}/registered/${id}`);
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText("Thursday, February 19, 2032")).toBeVisible();
  await expectAccessible(page);
  expect(await findEvents(email)).toEqual([id]);
});

test("a form for an event that was canceled meanwhile leads to the next one and keeps what was typed @any-width @long", async ({
  page,
}) => {
  const title = `Canceled ${newPerson().email}`;
  const id = await addEvent(title);
  await expect(async () => {
    expect((await page.goto(`${path}/event/${id}`))?.status()).toBe(200);
  }).toPass();
  const email = await fillIn(page);
  await queryRows("update events set state = 'cancelled' where id = $1", [id]);
  // The server reads the events once a second.
  await expect(async () => {
    expect(await (await page.request.get(`${path}/event/${id}`)).text()).toContain("was canceled");
  }).toPass();
  await submit(page);
  await expect(page.getByText("The event you chose was canceled.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(title);
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue(email);
  expect(await findEvents(email)).toEqual([]);
  await waitForHumanPace(page);
  await submit(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
  expect(await findEvents(email)).toHaveLength(1);
});

test.describe("with scripting off", () => {
  test.use({ javaScriptEnabled: false });

  test("one of several events can be booked @any-width @long", async ({ page }) => {
    const title = `Plain ${newPerson().email}`;
    const id = await addEvent(title);
    await expect(async () => {
      expect((await page.goto(`${path}/event/${id}`))?.status()).toBe(200);
    }).toPass();
    const email = await fillIn(page);
    await submit(page);
    await expect(page).toHaveURL(`${path}/registered/${id}`);
    expect(await findEvents(email)).toEqual([id]);
  });
});
