import { expect, type Locator, type Page, test } from "@playwright/test";
import { disclosures } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { contentPages } from "#app/pages/content-pages.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { printedPaths } from "../kit/compliance-index.ts";
import { sheetsOf, withoutSpace } from "../kit/pdf-text.ts";

const pack = "/compliance-dashboard/print-pack";

/** The pages in the pack, in their order. The text version replaces the brochure, which the site displays in a frame. */
const packedPaths = [
  ...printedPaths.map((path) => (path === "/form-adv-part-2a" ? "/form-adv-part-2a/text" : path)),
  "/blog",
  // Pages outside the page index, such as /about.
  ...contentPages.filter(({ group }) => group === undefined).map(({ path }) => path),
];
const count = packedPaths.length;

function partOf(page: Page, path: string) {
  return page.locator(`#part-${packedPaths.indexOf(path) + 1}`);
}

/** The practice's day, as the pack writes it. */
function today(): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: practice.timeZone }).format();
}

test("its contents name the 20 pages of Print All, and the others as an appendix, and lead to each", async ({
  page,
}) => {
  await page.goto(pack);
  const links = page.locator(".pack > header li a");
  await expect(links).toHaveCount(count);
  await expect(page.locator(".pack-part")).toHaveCount(count);
  const followed = await links.evaluateAll(followEach);
  for (const [place, path] of packedPaths.entries()) {
    const { words, label, isBelowHeader, isOnScreen } = followed[place] ?? {};
    const title = words?.replace("Appendix: ", "");
    expect(words).toBe(place < 20 ? title : `Appendix: ${title}`);
    const part = partOf(page, path);
    await expect(part).toHaveRole("region");
    await expect(part).toHaveAccessibleName(title ?? "");
    expect(label).toContain(`${place + 1} of ${count} · ${new URL(path, page.url()).href} · `);
    expect({ path, isBelowHeader, isOnScreen }).toEqual({ path, isBelowHeader: true, isOnScreen: true });
  }
  // And with a pointer, as with any link.
  await links.first().click();
  await expect(partOf(page, "/")).toBeInViewport();
});

test("it says of which day it is, and each part says so again", async ({ page }) => {
  await page.goto(pack);
  await expect(page.getByText(`As the website showed them on ${today()}.`)).toBeVisible();
  await expect(page.getByText(new RegExp(`^\\d+ of ${count} · .* · ${today()}$`))).toHaveCount(count);
});

test("every answer in it is open, and nothing in it asks for anything more or can be sent", async ({
  page,
}) => {
  const asked: string[] = [];
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto(pack);
  page.on("request", (request) => {
    if (!request.url().endsWith(".svg")) asked.push(request.url());
  });
  // Five questions of the home page and seventeen of their own page.
  await expect(page.locator(".pack-part details")).toHaveCount(count);
  await expect(page.locator(".pack-part details:not([open])")).toHaveCount(0);

  const email = partOf(page, "/pre-loi-assessment").getByLabel("Email", { exact: true });
  await email.fill("someone@example.com");
  await email.press("Enter");
  await expect(page.getByRole("button", { name: "Get My Assessment Results" })).toBeDisabled();
  await expect(page.locator(".pack-part").getByRole("button", { disabled: false })).toHaveCount(0);
  await expect(page.locator(".pack-part :is(script, iframe)")).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${pack}$`));
  expect(asked).toEqual([]);
  expect(refused).toEqual([]);
});

test("all questions of the assessment stand in it, not only the first step", async ({ page }) => {
  await page.goto(pack);
  const questions = partOf(page, "/pre-loi-assessment").getByRole("radiogroup");
  await expect(questions).toHaveCount(7);
  for (const question of await questions.all()) await expect(question).toBeVisible();
});

test("an anchor of a page leads to that place on the page: none reaches into a part", async ({ page }) => {
  await page.goto(pack);
  await expect(page.locator('.pack-part a[href^="#"]')).toHaveCount(0);
  await partOf(page, "/form-crs").getByRole("link", { name: "What fees will I pay?" }).click();
  await expect(page).toHaveURL(/\/form-crs#/);
  await expect(page.getByRole("heading", { name: "What fees will I pay?" })).toBeInViewport();
});

test("its title is the only first heading, each page's the only second", async ({ page }) => {
  await page.goto(pack);
  const headings = await headingsOf(page);
  expect(headings.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual([
    `${practice.firmName}: every page`,
  ]);
  expect(headings.filter(({ level }) => level === 2)).toHaveLength(count);
});

for (const media of ["screen", "print"] as const) {
  test(`axe finds nothing in it: ${media}`, async ({ page }) => {
    // A hundred sheets.
    test.slow();
    await page.emulateMedia({ media });
    await page.goto(pack);
    await expectAccessible(page);
  });
}

test.describe("beside the pages themselves", () => {
  // Nothing runs in the pack.
  test.use({ javaScriptEnabled: false });
  test.slow();

  test("a part looks as its page does", async ({ page, context }) => {
    const own = await context.newPage();
    await page.goto(pack);
    for (const path of packedPaths) {
      await own.goto(path);
      const looks = await looksIn(own.locator("main"));
      expect(looks).toHaveProperty("h1");
      expect(await looksIn(partOf(page, path).locator("> div")), path).toEqual(looks);
    }
  });

  test("on paper each part begins a sheet, none is empty, and every word of every page is there", async ({
    page,
  }) => {
    await page.goto(pack);
    const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    const number = (index: number): string => `${index + 1}/${sheets.length}`;
    const unnumbered = sheets.filter((sheet, index) => !sheet.startsWith(number(index)));
    expect(unnumbered.map(beginning)).toEqual([]);
    const words = sheets.map((sheet, index) => sheet.slice(number(index).length));
    expect(words.filter((sheet) => sheet.length < 20)).toEqual([]);

    const firsts = packedPaths.map((path, place) =>
      words.findIndex((sheet) => sheet.startsWith(withoutSpace(labelOf(page, path, place)))),
    );
    expect(firsts[0]).toBe(1);
    expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
    expect(words[0]).toContain(withoutSpace(`As the website showed them on ${today()}.`));
    for (const sentence of disclosures) expect(words.at(-1)).toContain(withoutSpace(sentence));

    // The pages themselves, as wide as a sheet between its margins.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 624, height: 864 });
    const missing: Record<string, string[]> = {};
    for (const [place, path] of packedPaths.entries()) {
      // On paper an address follows each link that leaves the site.
      const printed = words
        .slice(firsts[place], firsts[place + 1])
        .join("")
        .replaceAll(/\(https?:[^)]*\)/g, "");
      const lines = (await linesOf(page, path))
        .filter((line) => !isSeatCount(path, line))
        .filter((line) => !isPrinted(line, printed));
      if (lines.length > 0) missing[path] = lines;
    }
    expect(missing).toEqual({});
  });
});

/** Other tests take seats between the printing of the pack and the look at the page. */
function isSeatCount(path: string, line: string): boolean {
  return path === "/linkedin-live-signup" && /^\d{1,3}$/.test(line);
}

/** Follows links of the contents one by one, within the page: through the driver each takes a third of a second. Tells where each led. */
async function followEach(links: (HTMLElement | SVGElement)[]) {
  const drawn = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  const followed = [];
  for (const link of links) {
    link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    await drawn();
    await drawn();
    const label = document.querySelector(`${link.getAttribute("href")} > p`);
    const { top = 0, bottom = 0 } = label?.getBoundingClientRect() ?? {};
    followed.push({
      words: link.textContent,
      label: label?.textContent,
      // Which is sticky.
      isBelowHeader: top >= (document.querySelector("body > header")?.getBoundingClientRect().bottom ?? 0),
      isOnScreen: label !== null && bottom <= innerHeight,
    });
  }
  return followed;
}

/** Enough of a sheet to know which it is. */
function beginning(sheet: string): string {
  return sheet.slice(0, 60);
}

function labelOf(page: Page, path: string, place: number): string {
  return `${place + 1} of ${count} · ${new URL(path, page.url()).href} · ${today()}`;
}

/** Each line that a page shows, its answers opened. */
async function linesOf(page: Page, path: string): Promise<string[]> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const main = page.locator("main");
  await main.evaluate((shown) => {
    for (const answer of shown.querySelectorAll("details")) {
      answer.removeAttribute("name");
      answer.open = true;
    }
    // Text for screen readers, and labels of drawings that are too narrow for them, is not visible.
    const isUnseen = (element: Element): boolean => {
      const { display, fontSize } = getComputedStyle(element);
      return element.matches(".unseen") || display === "none" || fontSize === "0px";
    };
    for (const unseen of [...shown.querySelectorAll("*")].filter(isUnseen)) unseen.remove();
  });
  return (
    (await main.innerText())
      .split(/[\n\t]/)
      .map(withoutSpace)
      // Other tests take seats meanwhile.
      .map((line) => line.replace(/^\d+(?=of\d+left$)/, ""))
      .filter((line) => line !== "")
  );
}

type Heading = { name: unknown; level: unknown };

/** The headings as the browser hands them to those who hear the page. */
async function headingsOf(page: Page): Promise<Heading[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes
    .filter(({ role }) => role?.value === "heading")
    .map(({ name, properties }): Heading => ({
      name: name?.value,
      level: properties?.find((property) => property.name === "level")?.value.value,
    }));
}

/** A line that begins at the foot of a sheet goes on at the head of the next, and other things are drawn in between. */
function isPrinted(line: string, printed: string): boolean {
  let known = line.length;
  while (known > 0 && !printed.includes(line.slice(0, known))) known -= 1;
  return known > 0 && printed.includes(line.slice(known));
}

/** How the first element of each kind is set and where; of kinds that are there. */
async function looksIn(place: Locator): Promise<Record<string, Record<string, string>>> {
  return place.evaluate(async (element) => {
    // A font that arrives later changes the width of what it is used for.
    await document.fonts.ready;
    const marks = ["h1", "h2", "h3", ".lead", ".note", ".callout", "td", "a.btn", "fieldset", "dd"];
    const looks: Record<string, Record<string, string>> = {};
    for (const mark of marks) {
      const shown = (element.shadowRoot ?? element).querySelector(mark);
      if (shown === null) continue;
      const { fontFamily, fontSize, fontWeight, lineHeight, color, backgroundColor, display, width } =
        getComputedStyle(shown);
      looks[mark] = { fontFamily, fontSize, fontWeight, lineHeight, color, backgroundColor, display, width };
    }
    return looks;
  });
}
