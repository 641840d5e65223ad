import { expect, type Page } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { waitForHumanPace } from "../kit/pace.ts";
import { forgetSeatsOfHour } from "../kit/database.ts";
import { test } from "../kit/test.ts";

const path = "/linkedin-live-signup";
const endpoint = "**/functions/v1/linkedin-live-signup";
const islandScript = /\/assets\/event-signup-[^/]+\.js$/;

/** Opens the form and waits until its island is hydrated. */
async function openLive(page: Page): Promise<void> {
  await page.goto(path);
  await untilLive(page);
}

async function untilLive(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator("form.signup").evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
}

/** Opens the optional fields. They are open already if they contain a draft. */
async function openMoreFields(page: Page): Promise<void> {
  if (await page.getByLabel("Questions").isVisible()) return;
  await page.locator("details.more-fields > summary").click();
}

async function fill(page: Page, person = newPerson()): Promise<typeof person> {
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await openMoreFields(page);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByLabel("Questions").fill("How does an earn-out work?");
  await page.getByLabel("Topics").fill("ESOPs,\nand what they cost");
  return person;
}

const send = (page: Page) => page.getByRole("button", { name: "Reserve My Spot" });

async function expectRegistered(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
}

test.beforeEach(forgetSeatsOfHour);

test("a visitor comes from the article, reserves a seat by keyboard and returns to the home page", async ({
  page,
}) => {
  const person = newPerson();
  await page.goto("/blog/why-plan-before-loi");
  await page.getByRole("complementary", { name: "Live event" }).getByRole("link").click();
  await expect(page).toHaveURL(path);
  await untilLive(page);
  await page.getByLabel("Full name").focus();
  await page.keyboard.type(person.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.email);
  await waitForHumanPace(page);
  await page.keyboard.press("Enter");
  await expectRegistered(page);
  await expect(page.getByText("You'll receive LinkedIn Live details via email shortly.")).toBeVisible();
  // A reload does not reserve another seat.
  await page.reload();
  await expectRegistered(page);
  await page.getByRole("link", { name: "Return to the homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("the button shows that the form is being submitted, and a double click submits once @long", async ({
  page,
}) => {
  await openLive(page);
  await fill(page);
  let sent = 0;
  await page.route(endpoint, async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await waitForHumanPace(page);
  await send(page).dblclick();
  const busy = page.getByRole("button", { name: "Registering..." });
  await expect(busy).toBeDisabled();
  await busy.click({ force: true });
  await expectRegistered(page);
  expect(sent).toBe(1);
});

test("errors appear at their fields before anything is sent", async ({ page }) => {
  await openLive(page);
  let sent = 0;
  await page.route(endpoint, (route) => {
    sent += 1;
    return route.abort();
  });
  await openMoreFields(page);
  await page.getByLabel("Full name").fill("T");
  await page.getByLabel("Email", { exact: true }).fill("t.avery@");
  await page.getByLabel("Phone").focus();
  await expect(page.getByLabel("Full name")).toHaveAccessibleDescription(
    "Name must be at least 2 characters",
  );
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(
    "Please enter a valid email address",
  );
  await send(page).click();
  await expect(page.getByRole("alert")).toContainText("Please check the highlighted fields");
  await expect(page.getByLabel("Full name")).toBeFocused();
  // The focused field has the color of the other invalid fields.
  const red = await page
    .getByLabel("Email", { exact: true })
    .evaluate((field) => getComputedStyle(field).borderColor);
  await expect(page.getByLabel("Full name")).toHaveCSS("outline-color", red);
  await page.getByLabel("Full name").fill("Thomas");
  await expect(page.getByText("Name must be at least 2 characters")).toBeHidden();
  await page.getByLabel("Email", { exact: true }).fill("t.avery@example.com");
  await expect(page.getByRole("alert")).toBeHidden();
  expect(sent).toBe(0);
});

test("a lost connection shows a message, keeps all values and can be retried", async ({ page, context }) => {
  await openLive(page);
  const person = await fill(page);
  await page.route(endpoint, async (route) => {
    // The request is sent, and no response arrives.
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await send(page).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("alert")).toContainText("Registration Failed");
  await expect(page.getByRole("alert")).toContainText(
    "Error: we lost the connection. Please try again or contact support.",
  );
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await expect(page.getByLabel("Topics")).toHaveValue("ESOPs,\nand what they cost");
  await page.unroute(endpoint);
  await context.setOffline(false);
  await waitForHumanPace(page);
  await send(page).click();
  await expectRegistered(page);
});

test("after a lost response, submitting again keeps the same seat", async ({ page }) => {
  await openLive(page);
  await fill(page);
  const answers: string[] = [];
  await page.route(endpoint, async (route) => {
    const response = await route.fetch();
    answers.push(await response.text());
    return answers.length === 1 ? route.abort() : route.fulfill({ response });
  });
  await waitForHumanPace(page);
  await send(page).click();
  await expect(page.getByRole("alert")).toContainText("Registration Failed");
  await send(page).click();
  await expectRegistered(page);
  expect(answers).toEqual([answers[0], answers[0]]);
});

test("an error in an optional field opens the optional fields @long", async ({ page }) => {
  await openLive(page);
  const person = newPerson();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await openMoreFields(page);
  const topics = page.getByLabel("Topics");
  await topics.fill("5".repeat(4001));
  await page.locator("details.more-fields > summary").click();
  await expect(topics).toBeHidden();
  await send(page).click();
  await expect(topics).toBeFocused();
  await expect(topics).toHaveAccessibleDescription(/Please use at most 4,?000 characters/);
});

test("an error from the server appears at its field @long", async ({ page }) => {
  await openLive(page);
  await fill(page);
  await page.route(endpoint, (route) =>
    route.fulfill({
      status: 400,
      json: { error: { kind: "invalid", fields: { email: "Mailbox does not exist" } } },
    }),
  );
  await send(page).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription(
    "Mailbox does not exist",
  );
});

test("a reload and the back button keep entered values; a success clears them @long", async ({ page }) => {
  await openLive(page);
  const person = await fill(page);
  await page.reload();
  await untilLive(page);
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await page.goto("/");
  await page.goBack();
  await untilLive(page);
  await expect(page.getByLabel("Topics")).toHaveValue("ESOPs,\nand what they cost");
  // A newly opened page, for which the browser itself stores no values.
  await page.goto("/");
  await openLive(page);
  await expect(page.getByLabel("Topics")).toHaveValue("ESOPs,\nand what they cost");
  await waitForHumanPace(page);
  await send(page).click();
  await expectRegistered(page);
  await openLive(page);
  await expect(page.getByLabel("Full name")).toHaveValue("");
});

test("after a success, the back button leads to a form that can be submitted @long", async ({ page }) => {
  await openLive(page);
  const person = await fill(page);
  await waitForHumanPace(page);
  await send(page).click();
  await expectRegistered(page);
  await page.goBack();
  await untilLive(page);
  await expect(send(page)).toBeEnabled();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await waitForHumanPace(page);
  await send(page).click();
  await expectRegistered(page);
});

test("two tabs keep separate values, and both can be submitted @long", async ({ page, context }) => {
  await openLive(page);
  const person = await fill(page);
  const other = await context.newPage();
  await openLive(other);
  await expect(other.getByLabel("Full name")).toHaveValue("");
  // The same person has one seat, and the screen does not reveal it.
  await fill(other, { ...person, name: "Sam Else" });
  await waitForHumanPace(page);
  await send(page).click();
  await expectRegistered(page);
  await waitForHumanPace(other);
  await send(other).click();
  await expectRegistered(other);
});

test("without its island, the form is plain and works @long", async ({ page }) => {
  await page.route(islandScript, (route) => route.abort());
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-plain", "");
  await fill(page);
  await waitForHumanPace(page);
  await send(page).click();
  await expectRegistered(page);
});

test("the confirmation offers a calendar file and copies the link @long", async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(path);
  const eventId = await page.locator("form.signup [name=eventId]").getAttribute("value");
  await page.goto(`${path}/registered/${eventId ?? ""}`);
  const file = await page.getByRole("link", { name: "Apple or other (.ics)" }).getAttribute("href");
  expect(await (await request.get(file ?? "")).text()).toContain("BEGIN:VEVENT");
  await expect(page.locator("[data-visitor-time]")).toContainText("Your time");
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /\/linkedin-live-signup(\/event\/|$)/,
  );
});

test("the closing button scrolls to the form @long", async ({ page }) => {
  await page.goto(path);
  await page.getByRole("link", { name: "Reserve My Spot" }).click();
  await expect(page.getByRole("heading", { name: "Reserve a seat" })).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Full name")).toBeFocused();
});

test("paper lists the US time zones, in place of the reader’s own @long", async ({ page }) => {
  await openLive(page);
  const times = page.locator("[data-visitor-time]");
  await expect(times).toContainText("Your time");
  await page.emulateMedia({ media: "print" });
  await expect(times).toHaveCSS("font-size", "0px");
  const printed = await times.evaluate((element) => getComputedStyle(element, "::after").content);
  expect(printed).toMatch(/^"1:00\sPM\sE[DS]T, .+\sAM\sP[DS]T"$/);
});

test("a browser without a time zone keeps the US time zones, and the form works @long", async ({ page }) => {
  await page.addInitScript(() => {
    const resolvedOptions = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function unknownZone(this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await openLive(page);
  await expect(page.locator("[data-visitor-time]")).toHaveText(/\sAM\sP[DS]T$/);
});

for (const [timezoneId, words] of [
  ["America/New_York", "Your time: 1:00 PM EST, New York"],
  ["Asia/Kolkata", "Your time: 11:30 PM GMT+5:30, Kolkata"],
  ["America/Argentina/Buenos_Aires", "Your time: 3:00 PM GMT-3, Buenos Aires"],
  ["America/Chicago", "Your time zone"],
] as const) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId, viewport: { width: 320, height: 640 } });

    test("the visitor’s own time replaces the US time zones, and nothing moves @long", async ({ page }) => {
      // Noon in Austin in winter, because the seeded event depends on the current day.
      await page.clock.install({ time: new Date("2026-12-01T12:00:00Z") });
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const html = (await response.text()).replace(
          /data-visitor-time="[^"]*"/,
          'data-visitor-time="2026-12-17T18:00:00.000Z"',
        );
        return route.fulfill({ response, body: html });
      });
      await openLive(page);
      await expect(page.locator("[data-visitor-time]")).toHaveText(words);
      await expectNothingMoved(page);
    });
  });
}

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`the button is on the first screen at ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    const box = await send(page).boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  });
}
