import { expect, type Frame, type Page, test } from "@playwright/test";
import { practice } from "#content/practice.ts";
import { expectAccessibleAtBothWidths, expectNothingMoved } from "../kit/accessibility.ts";

const { provider, pageUrl, widgetUrl } = practice.reviews;
const widgetOrigin = new URL(widgetUrl).origin;

/** Simulates the widget's server and collects its requests with their referrers. */
async function serveWidget(page: Page): Promise<{ url: string; referer: string | undefined }[]> {
  const asked: { url: string; referer: string | undefined }[] = [];
  await page.route(`${widgetOrigin}/**`, async (route) => {
    asked.push({ url: route.request().url(), referer: route.request().headers()["referer"] });
    await route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><html lang="en"><title>Reviews</title><div><h1>Reviews</h1></div></html>',
    });
  });
  return asked;
}

/** Opens the page and waits until its script is hydrated. */
async function openReviews(page: Page): Promise<void> {
  await page.goto("/reviews");
  await page.waitForLoadState("networkidle");
}

async function showWidget(page: Page): Promise<Frame> {
  await openReviews(page);
  await showButton(page).click();
  await expect.poll(() => page.frame({ url: widgetUrl })?.url()).toBe(widgetUrl);
  const frame = page.frame({ url: widgetUrl });
  if (frame === null) throw new Error("The widget's frame is gone");
  await frame.waitForLoadState();
  return frame;
}

function showButton(page: Page) {
  return page.getByRole("button", { name: "Show reviews" });
}

function plainLink(page: Page) {
  return page.getByRole("link", { name: `Open on ${provider}` });
}

function widgetFrame(page: Page) {
  return page.getByTitle(`Client reviews at ${provider}`);
}

/** Posts a message to the page above, as the widget does. */
async function post(frame: Frame, data: unknown): Promise<void> {
  await frame.evaluate((message) => parent.postMessage(message, "*"), data);
}

test("no other host is contacted until the visitor agrees, and the notice names the provider @any-width", async ({
  page,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).hostname !== "localhost") elsewhere.push(request.url());
  });
  const asked = await serveWidget(page);
  await openReviews(page);
  await expect(page.getByText(`Loading the reviews connects your browser to ${provider}`)).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  await expectNothingMoved(page);
  expect(elsewhere).toEqual([]);

  await showButton(page).click();
  await expect.poll(() => asked).toEqual([{ url: widgetUrl, referer: undefined }]);
  expect(elsewhere).toEqual([widgetUrl]);
});

test("the button shows the widget in a titled, sandboxed frame and moves the focus there @phone", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await serveWidget(page);
  await openReviews(page);
  await showButton(page).focus();
  await page.keyboard.press("Enter");
  const frame = widgetFrame(page);
  await expect(frame).toBeFocused();
  await expect(showButton(page)).toHaveCount(0);
  await expect(frame.contentFrame().getByRole("heading", { name: "Reviews" })).toBeVisible();
  expect((await frame.getAttribute("sandbox"))?.split(" ").toSorted()).toEqual([
    "allow-popups",
    "allow-popups-to-escape-sandbox",
    "allow-same-origin",
    "allow-scripts",
  ]);
  // Checked before axe runs, because its own messages to the frame are rejected.
  expect(refused).toEqual([]);
  await expectAccessibleAtBothWidths(page);
});

test("the widget cannot navigate the page @long", { tag: "@any-width" }, async ({ page }) => {
  await serveWidget(page);
  const frame = await showWidget(page);
  const refusal = await frame.evaluate(() => {
    try {
      if (top !== null) top.location.href = "https://elsewhere.example/";
      return "";
    } catch (error) {
      return String(error);
    }
  });
  expect(refusal).toContain("SecurityError");
  await expect(page).toHaveURL(/\/reviews$/);
});

test("its message sets the height within limits @long", { tag: "@any-width" }, async ({ page }) => {
  await serveWidget(page);
  const frame = await showWidget(page);
  const shown = widgetFrame(page);
  await expect(page.getByRole("status")).toHaveText("Loading the reviews…");
  for (const [asked, given] of [
    [900, "900"],
    ["1234.4", "1234"],
    [3, "200"],
    [1e9, "6000"],
  ] as const) {
    await post(frame, ["height", asked]);
    await expect(shown).toHaveAttribute("height", given);
  }
  await expect(shown).toHaveCSS("height", "6000px");
  await expect(page.getByRole("status")).toBeEmpty();
});

test(
  "messages with another shape or origin change nothing @long",
  { tag: "@any-width" },
  async ({ page }) => {
    await serveWidget(page);
    const frame = await showWidget(page);
    const shown = widgetFrame(page);
    const before = await shown.getAttribute("height");
    for (const data of ["900", 900, { 1: 900 }, [900], ["height", "tall"], ["height", -900], null]) {
      await post(frame, data);
    }
    // Sent by the page itself, by the widget's site in another frame and by a page with a similar origin.
    await page.evaluate(() => postMessage(["height", 901], "*"));
    await page.evaluate((address) => {
      const second = document.createElement("iframe");
      second.name = "second";
      second.src = address;
      document.body.append(second);
    }, widgetUrl);
    await expect.poll(() => page.frame({ name: "second" })?.url()).toBe(widgetUrl);
    const second = page.frame({ name: "second" });
    if (second === null) throw new Error("The second frame is gone");
    await post(second, ["height", 902]);
    await page.evaluate((origin) => {
      for (const sender of [`${origin}.elsewhere.example`, "null", ""]) {
        const { contentWindow } = document.querySelector("iframe") ?? {};
        const data = ["height", 903];
        dispatchEvent(new MessageEvent("message", { data, origin: sender, source: contentWindow ?? null }));
      }
    }, widgetOrigin);
    // Messages arrive in order, so all earlier ones have been handled after this one.
    const last = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener("message", ({ data }) => {
            if (data === "the last") resolve();
          });
        }),
    );
    await post(second, "the last");
    await post(frame, "the last");
    await last;
    await expect(shown).toHaveAttribute("height", before ?? "");
    await expect(page.getByRole("status")).toHaveText("Loading the reviews…");
  },
);

test("a widget that does not load shows a message with the plain link above its empty frame @long", async ({
  page,
}) => {
  await page.route(`${widgetOrigin}/**`, (route) => route.abort());
  await page.clock.install();
  await openReviews(page);
  await showButton(page).click();
  await page.clock.runFor(8_000);
  const sentence = page.getByText("If the space below stays empty, open them with the link above.");
  await expect(sentence).toBeVisible();
  const [link, words, frame] = await Promise.all(
    [plainLink(page), sentence, widgetFrame(page)].map(async (part) => (await part.boundingBox())?.y ?? 0),
  );
  expect([link, words, frame]).toEqual(
    [link, words, frame].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
  );
  await expect(plainLink(page)).toHaveAttribute("href", pageUrl);
});

test(
  "a widget that loads late is displayed, and the message disappears @long",
  { tag: "@any-width" },
  async ({ page }) => {
    await serveWidget(page);
    await page.clock.install();
    const frame = await showWidget(page);
    await page.clock.runFor(8_000);
    await expect(page.getByRole("status")).not.toBeEmpty();
    await post(frame, ["height", 700]);
    await expect(widgetFrame(page)).toHaveAttribute("height", "700");
    await expect(page.getByRole("status")).toBeEmpty();
  },
);

test(
  "if the firm has configured it, the widget loads immediately @long",
  { tag: "@any-width" },
  async ({ page }) => {
    const asked = await serveWidget(page);
    await page.route("**/reviews", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(
        "&quot;loadAtOnce&quot;:false",
        "&quot;loadAtOnce&quot;:true",
      );
      await route.fulfill({ response: answer, body });
    });
    await openReviews(page);
    await expect(widgetFrame(page)).toBeVisible();
    await expect(showButton(page)).toHaveCount(0);
    expect(asked).toHaveLength(1);
  },
);

test.describe("with scripting off", { tag: "@any-width" }, () => {
  test.use({ javaScriptEnabled: false });

  test("the plain link is present, and the button that needs scripting is absent @any-width", async ({
    page,
  }) => {
    await page.goto("/reviews");
    await expect(plainLink(page)).toHaveAttribute("href", pageUrl);
    await expect(plainLink(page)).toHaveAttribute("target", "_blank");
    await expect(page.locator("main").getByRole("button")).toHaveCount(0);
  });
});
