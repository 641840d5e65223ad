import { expect, type Page } from "@playwright/test";
import { expectAccessibleAtBothWidths } from "../kit/accessibility.ts";
import { expectAccessibleAndFitting } from "../kit/staff-screens.ts";
import { newPerson } from "../kit/person.ts";
import { addStaff, staffPassword, submitAccountForm } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

test("a person who signs in does not return to the sign-in screen @long", async ({ page }) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  await page.goto("/auth");
  await submitAccountForm(page, "Sign In", email, "not the right one");
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password. Please try again.");
  // Screen readers announce the error first.
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(panel(page, "Sign In").getByLabel("Email")).toHaveValue(email);
  await expectAccessibleAtBothWidths(page);
  await submitAccountForm(page, "Sign In", email, staffPassword);
  await expect(page).toHaveURL(/\/admin$/);
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/admin$/);
});

test("while a form is submitted, its button says so, all controls are disabled, and it is sent once @any-width", async ({
  page,
}) => {
  let posts = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.method() === "POST") posts += 1;
  });
  await page.goto("/auth");
  const form = panel(page, "Sign In");
  await form.getByLabel("Email").fill(newPerson().email);
  await form.getByLabel("Password", { exact: true }).fill("any password at all");
  // The page is about to navigate, so its state is recorded in the page itself.
  await page.evaluate(() => {
    const controls = "main :is(button, input:not([type=hidden]))";
    new MutationObserver(() => {
      const all = [...document.querySelectorAll(controls)];
      const seen = {
        says: document.querySelector("#sign-in .press")?.textContent,
        rest: all.every((control) => control.matches(":disabled")),
        tabs: [...document.querySelectorAll("[role=tab]")].map((tab) => tab.ariaDisabled),
      };
      sessionStorage.setItem("seen", JSON.stringify(seen));
    }).observe(document.body, { subtree: true, childList: true });
  });
  await form.getByRole("button", { name: "Sign In", exact: true }).dblclick();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password. Please try again.");
  expect(JSON.parse((await page.evaluate(() => sessionStorage.getItem("seen"))) ?? "")).toEqual({
    says: "Signing in...",
    rest: true,
    tabs: ["true", "true"],
  });
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeEnabled();
  expect(posts).toBe(1);
});

test("the tabs work by mouse and by keyboard and keep the entered email @long", async ({ page }) => {
  await page.goto("/auth");
  const [first, second] = [
    page.getByRole("tab", { name: "Sign In" }),
    page.getByRole("tab", { name: "Sign Up" }),
  ];
  await expect(first).toHaveAttribute("aria-selected", "true");
  await panel(page, "Sign In").getByLabel("Email").fill("tom@example.com");
  await second.click();
  await expect(panel(page, "Sign Up")).toBeVisible();
  await expect(panel(page, "Sign In")).toBeHidden();
  await expect(panel(page, "Sign Up").getByLabel("Email")).toHaveValue("tom@example.com");
  await expect(page).toHaveURL(/\/auth\?tab=sign-up$/);
  await expectAccessibleAtBothWidths(page);

  await page.keyboard.press("ArrowRight");
  await expect(first).toBeFocused();
  await expect(panel(page, "Sign In")).toBeVisible();
  await page.keyboard.press("End");
  await expect(second).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  // The tab list is one tab stop.
  await page.keyboard.press("Tab");
  await expect(panel(page, "Sign In").getByLabel("Email")).toBeFocused();
});

test("the form can be completed and submitted by keyboard", async ({ page }) => {
  const { email } = newPerson();
  await addStaff(email, "staff");
  await page.goto("/auth");
  await expect(page.getByRole("tab", { name: "Sign In" })).toBeVisible();
  await page.getByRole("tab", { name: "Sign In" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(staffPassword);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin$/);
});

test("a password can be shown and hidden, and is submitted as a password field @long", async ({ page }) => {
  await page.goto("/auth");
  const field = panel(page, "Sign In").getByLabel("Password", { exact: true });
  await field.fill("an entered password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(field).toHaveAttribute("type", "text");
  await expectAccessibleAtBothWidths(page);
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(field).toHaveAttribute("type", "password");
});

test("if no passkey can be used, Quick Admin Access says so and the form still works @long", async ({
  page,
}) => {
  await page.goto("/auth");
  const button = page.getByRole("button", { name: "Quick Admin Access" });
  // Simulates a browser that offers no passkey, or a canceled choice.
  await page.evaluate(() => {
    Object.defineProperty(navigator, "credentials", {
      value: { get: () => Promise.reject(new DOMException("", "NotAllowedError")) },
    });
  });
  await button.click();
  await expect(page.getByRole("alert")).toHaveText(
    "Auto-login account not found. Please use manual sign up first.",
  );
  await expect(button).toBeEnabled();
  await expect(button).toBeFocused();
  await expect(page).toHaveURL(/\/auth$/);
  await expectAccessibleAtBothWidths(page);
});

test("on a host without passkey support, Quick Admin Access shows the same message @any-width @long", async ({
  page,
  baseURL,
}) => {
  await page.goto(`${baseURL?.replace("localhost", "127.0.0.1") ?? ""}/auth`);
  await page.getByRole("button", { name: "Quick Admin Access" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Auto-login account not found. Please use manual sign up first.",
  );
});

test("after many wrong passwords the screen says what to do @any-width @long", async ({ page }) => {
  const { email } = newPerson();
  await page.goto("/auth");
  for (let tries = 1; tries <= 11; tries += 1) {
    await page.request.post("/auth", {
      form: { email, password: "guessed", intent: "sign-in" },
      headers: { origin: new URL(page.url()).origin },
    });
  }
  await submitAccountForm(page, "Sign In", email, "guessed");
  await expect(page.getByRole("alert")).toContainText("Please wait ten minutes");
});

test("the sign-in screens are accessible in both schemes and fit the screen", async ({ page }) => {
  for (const path of ["/auth", "/auth?tab=sign-up", "/auth/reset", "/auth/confirm/nonsense"]) {
    await page.goto(path);
    await expectAccessibleAndFitting(page);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/auth?tab=sign-up");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test.describe("without scripting", () => {
  test.use({ javaScriptEnabled: false });

  test("both forms work with links and plain posts @any-width", async ({ page }) => {
    const { email } = newPerson();
    await addStaff(email, "staff");
    await page.goto("/auth");
    await expect(page.getByRole("button", { name: "Show password" })).toBeHidden();
    await page.getByRole("button", { name: "Quick Admin Access" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "Auto-login account not found. Please use manual sign up first.",
    );
    await page.getByRole("link", { name: "Sign Up" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByPlaceholder("Create a password (min. 6 characters)").fill(staffPassword);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "This email is already registered. Please sign in instead.",
    );
    await page.getByRole("link", { name: "Sign In" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(email);
    await page.getByPlaceholder("Enter your password").fill(staffPassword);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL(/\/admin$/);
  });
});

function panel(page: Page, name: "Sign In" | "Sign Up") {
  return page.getByRole("tabpanel", { name });
}
