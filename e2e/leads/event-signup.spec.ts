import { expect, type Page } from "@playwright/test";
import { expectNothingMoved } from "../kit/accessibility.ts";
import { newPerson } from "../kit/person.ts";
import { atAPersonsPace } from "../kit/pace.ts";
import { test } from "../kit/test.ts";

const path = "/linkedin-live-signup";
const endpoint = "**/functions/v1/linkedin-live-signup";
const islandScript = /\/assets\/event-signup-[^/]+\.js$/;

/** The form, once its island answers to events. */
async function openLive(page: Page): Promise<void> {
  await page.goto(path);
  await untilLive(page);
}

async function untilLive(page: Page): Promise<void> {
  await expect
    .poll(() => page.locator("form.signup").evaluate((form: HTMLFormElement) => form.noValidate))
    .toBe(true);
}

async function fill(page: Page, person = newPerson()): Promise<typeof person> {
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByLabel("Questions").fill("What does an earn-out close?");
  await page.getByLabel("Topics").fill("ESOPs,\nand what they cost");
  return person;
}

const send = (page: Page) => page.getByRole("button", { name: "Reserve My Spot" });

async function expectRegistered(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registration Successful!");
}

test("a stranger comes from the article, takes a seat by keyboard, and goes home", async ({ page }) => {
  const person = newPerson();
  await page.goto("/blog/why-plan-before-loi");
  await page.getByRole("complementary", { name: "Live video" }).getByRole("link").click();
  await expect(page).toHaveURL(path);
  await untilLive(page);
  await page.getByLabel("Full name").focus();
  await page.keyboard.type(person.name);
  await page.keyboard.press("Tab");
  await page.keyboard.type(person.email);
  await atAPersonsPace(page);
  await page.keyboard.press("Enter");
  await expectRegistered(page);
  await expect(page.getByText("You'll receive LinkedIn Live details via email shortly.")).toBeVisible();
  // Reloading takes nothing again.
  await page.reload();
  await expectRegistered(page);
  await page.getByRole("link", { name: "Return to the homepage" }).click();
  await expect(page).toHaveURL("/");
});

test("while it is being sent the button says so, and a double click sends once", async ({ page }) => {
  await openLive(page);
  await fill(page);
  let sent = 0;
  await page.route(endpoint, async (route) => {
    sent += 1;
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await atAPersonsPace(page);
  await send(page).dblclick();
  const busy = page.getByRole("button", { name: "Registering..." });
  await expect(busy).toBeDisabled();
  await busy.click({ force: true });
  await expectRegistered(page);
  expect(sent).toBe(1);
});

test("what is wrong is said at the next field, and before anything is sent", async ({ page }) => {
  await openLive(page);
  let sent = 0;
  await page.route(endpoint, (route) => {
    sent += 1;
    return route.abort();
  });
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
  await expect(page.getByRole("alert")).toContainText("Please look at the marked fields");
  await expect(page.getByLabel("Full name")).toBeFocused();
  await page.getByLabel("Full name").fill("Thomas");
  await expect(page.getByText("Name must be at least 2 characters")).toBeHidden();
  await page.getByLabel("Email", { exact: true }).fill("t.avery@example.com");
  await expect(page.getByRole("alert")).toBeHidden();
  expect(sent).toBe(0);
});

test("offline in the middle of it: nothing is lost, it says so, and sending again works", async ({
  page,
  context,
}) => {
  await openLive(page);
  const person = await fill(page);
  await page.route(endpoint, async (route) => {
    // It leaves, and no answer comes back.
    await context.setOffline(true);
    await route.abort("internetdisconnected");
  });
  await send(page).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByRole("alert")).toContainText("Registration Failed");
  await expect(page.getByRole("alert")).toContainText(
    "Error: the connection was lost. Please try again or contact support.",
  );
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await expect(page.getByLabel("Topics")).toHaveValue("ESOPs,\nand what they cost");
  await page.unroute(endpoint);
  await context.setOffline(false);
  await atAPersonsPace(page);
  await send(page).click();
  await expectRegistered(page);
});

test("an answer that is lost on the way back costs nothing: sending again holds the same place", async ({
  page,
}) => {
  await openLive(page);
  await fill(page);
  const answers: string[] = [];
  await page.route(endpoint, async (route) => {
    const response = await route.fetch();
    answers.push(await response.text());
    return answers.length === 1 ? route.abort() : route.fulfill({ response });
  });
  await atAPersonsPace(page);
  await send(page).click();
  await expect(page.getByRole("alert")).toContainText("Registration Failed");
  await send(page).click();
  await expectRegistered(page);
  expect(answers).toEqual([answers[0], answers[0]]);
});

test("a refusal of the server is shown at its field", async ({ page }) => {
  await openLive(page);
  await fill(page);
  await page.route(endpoint, (route) =>
    route.fulfill({ status: 400, json: { error: { kind: "invalid", fields: { email: "No such house" } } } }),
  );
  await send(page).click();
  await expect(page.getByLabel("Email", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Email", { exact: true })).toHaveAccessibleDescription("No such house");
});

test("a reload, and the way back from another page, keep what was typed; a success forgets it", async ({
  page,
}) => {
  await openLive(page);
  const person = await fill(page);
  await page.reload();
  await untilLive(page);
  await expect(page.getByLabel("Full name")).toHaveValue(person.name);
  await page.goto("/");
  await page.goBack();
  await untilLive(page);
  await expect(page.getByLabel("Topics")).toHaveValue("ESOPs,\nand what they cost");
  // Opened anew, where the browser itself would have forgotten.
  await page.goto("/");
  await openLive(page);
  await expect(page.getByLabel("Topics")).toHaveValue("ESOPs,\nand what they cost");
  await atAPersonsPace(page);
  await send(page).click();
  await expectRegistered(page);
  await openLive(page);
  await expect(page.getByLabel("Full name")).toHaveValue("");
});

test("after a success the back button leads to a form that can be sent", async ({ page }) => {
  await openLive(page);
  const person = await fill(page);
  await atAPersonsPace(page);
  await send(page).click();
  await expectRegistered(page);
  await page.goBack();
  await untilLive(page);
  await expect(send(page)).toBeEnabled();
  await page.getByLabel("Full name").fill(person.name);
  await page.getByLabel("Email", { exact: true }).fill(person.email);
  await atAPersonsPace(page);
  await send(page).click();
  await expectRegistered(page);
});

test("two tabs have each their own words, and both are answered", async ({ page, context }) => {
  await openLive(page);
  const person = await fill(page);
  const other = await context.newPage();
  await openLive(other);
  await expect(other.getByLabel("Full name")).toHaveValue("");
  // The same person: an address holds one place, and the screen says nothing of it.
  await fill(other, { ...person, name: "Somebody Else" });
  await atAPersonsPace(page);
  await send(page).click();
  await expectRegistered(page);
  await atAPersonsPace(other);
  await send(other).click();
  await expectRegistered(other);
});

test("without its island the form is plain, and works", async ({ page }) => {
  await page.route(islandScript, (route) => route.abort());
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-plain", "");
  await fill(page);
  await atAPersonsPace(page);
  await send(page).click();
  await expectRegistered(page);
});

test("the closing button scrolls to the form", async ({ page }) => {
  await page.goto(path);
  await page.getByRole("link", { name: "Reserve My Spot" }).click();
  await expect(page.getByRole("heading", { name: "Reserve a seat" })).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Full name")).toBeFocused();
});

test("a machine that does not know its zone keeps universal time, and the form lives", async ({ page }) => {
  await page.addInitScript(() => {
    const resolvedOptions = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function unknownZone(this: Intl.DateTimeFormat) {
      return { ...resolvedOptions.call(this), timeZone: "Etc/Unknown" };
    };
  });
  await openLive(page);
  await expect(page.locator("[data-visitor-time] b")).toHaveText(/ PM UTC$/);
});

for (const [timezoneId, told] of [
  ["America/New_York", /^1:00 PM EST, New York$/],
  ["Asia/Kolkata", /^11:30 PM GMT\+5:30, Kolkata$/],
  ["America/Argentina/Buenos_Aires", /^3:00 PM GMT-3, Buenos Aires$/],
  ["America/Chicago", /^12:00 PM CST, as in Austin$/],
] as const) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId, viewport: { width: 320, height: 640 } });

    test("the visitor’s own time takes the place of universal time, and nothing moves", async ({ page }) => {
      // Noon in Austin in winter: the seeded event moves with the day on which this runs.
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
      await expect(page.locator("[data-visitor-time] b")).toHaveText(told);
      await expect(page.locator("[data-visitor-time] dt")).toHaveText("Where you are");
      await expectNothingMoved(page);
    });
  });
}
