import { expect, type Locator, type Page, test } from "@playwright/test";
import { disclosures } from "#content/disclosures.ts";
import { practice } from "#content/practice.ts";
import { contentPages } from "#app/pages/content-pages.ts";
import { expectAccessible } from "../kit/accessibility.ts";
import { printedPaths } from "#tests/kit/specified-page-index.ts";
import { readSheets, withoutSpace } from "../kit/pdf-text.ts";

const pack = "/compliance-dashboard/print-pack";

/** The pages of the pack in order. The text version replaces the brochure, which the site displays in a frame. */
const packedPaths = [
  ...printedPaths.map((path) => (path === "/form-adv-part-2a" ? "/form-adv-part-2a/text" : path)),
  "/blog",
  "/seven-steps",
  "/manufacturer-sale",
  // Pages outside the page index, such as /about.
  ...contentPages.filter(({ group }) => group === undefined).map(({ path }) => path),
];

/** The number of parts. Pages of events that other tests have scheduled follow those of `packedPaths`. */
async function countParts(page: Page): Promise<number> {
  const count = await page.locator(".pack-part").count();
  expect(count).toBeGreaterThanOrEqual(packedPaths.length);
  return count;
}

function getPart(page: Page, path: string) {
  return page.locator(`#part-${packedPaths.indexOf(path) + 1}`);
}

/** Today's date in the firm's time zone, in the format of the pack. */
function today(): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: practice.timeZone }).format();
}

test("its contents link to the 20 pages of Print All and to the other pages in an appendix", async ({
  page,
}) => {
  await page.goto(pack);
  const links = page.locator(".pack > header li a");
  const count = await countParts(page);
  await expect(links).toHaveCount(count);
  const followed = await links.evaluateAll(followEach);
  for (const [place, path] of packedPaths.entries()) {
    const { words, label, isBelowHeader, isOnScreen } = followed[place] ?? {};
    const title = words?.replace("Appendix: ", "");
    expect(words).toBe(place < 20 ? title : `Appendix: ${title}`);
    const part = getPart(page, path);
    await expect(part).toHaveRole("region");
    await expect(part).toHaveAccessibleName(`Part ${place + 1}: ${title ?? ""}`);
    const start = `${place + 1} of ${count} · ${new URL(path, page.url()).href} · `;
    expect(withoutSpace(label ?? "")).toContain(withoutSpace(start));
    expect({ path, isBelowHeader, isOnScreen }).toEqual({ path, isBelowHeader: true, isOnScreen: true });
  }
  // Links also work with the pointer.
  await links.first().click();
  await expect(getPart(page, "/")).toBeInViewport();
});

test("the pack and each part show its date", async ({ page }) => {
  await page.goto(pack);
  const count = await countParts(page);
  // The spaces within a date do not break.
  const date = today().replaceAll(" ", "\\s");
  await expect(page.getByText(new RegExp(`As the website showed them on ${date}\\.`))).toBeVisible();
  await expect(page.getByText(new RegExp(`^\\d+ of ${count}\\s· .*\\s· ${date}$`))).toHaveCount(count);
});

test("every answer is open, nothing is loaded later, and no form can be submitted", async ({ page }) => {
  const asked: string[] = [];
  const refused: string[] = [];
  page.on("console", (message) => refused.push(message.text()));
  await page.goto(pack);
  page.on("request", (request) => {
    if (!request.url().endsWith(".svg")) asked.push(request.url());
  });
  // Not those that fold parts of pages on phones. Five questions of the home page, seventeen of the FAQ page, and the optional fields of each event sign-up.
  const events = 1 + (await countParts(page)) - packedPaths.length;
  await expect(page.locator(".pack-part details:not(.contents details, .fold)")).toHaveCount(22 + events);
  await expect(page.locator(".pack-part details:not([open])")).toHaveCount(0);

  const email = getPart(page, "/pre-loi-assessment").getByLabel("Email", { exact: true });
  await email.fill("someone@example.com");
  await email.press("Enter");
  await expect(page.getByRole("button", { name: "Get My Assessment Results" })).toBeDisabled();
  await expect(page.locator(".pack-part").getByRole("button", { disabled: false })).toHaveCount(0);
  await expect(page.locator(".pack-part :is(script, iframe)")).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${pack}$`));
  expect(asked).toEqual([]);
  expect(refused).toEqual([]);
});

test("it contains all questions of the assessment and not only the first step", async ({ page }) => {
  await page.goto(pack);
  const questions = getPart(page, "/pre-loi-assessment").getByRole("radiogroup");
  await expect(questions).toHaveCount(7);
  for (const question of await questions.all()) await expect(question).toBeVisible();
});

test("a link to an anchor leads to the page itself and not into a part of the pack", async ({ page }) => {
  await page.goto(pack);
  await expect(page.locator('.pack-part a[href^="#"]')).toHaveCount(0);
  await getPart(page, "/form-crs").getByRole("link", { name: "What fees will I pay?" }).click();
  await expect(page).toHaveURL(/\/form-crs#/);
  await expect(page.getByRole("heading", { name: "What fees will I pay?" })).toBeInViewport();
});

test("only its title is a first-level heading, and only page titles are second-level headings", async ({
  page,
}) => {
  await page.goto(pack);
  const headings = await readHeadings(page);
  expect(headings.filter(({ level }) => level === 1).map(({ name }) => name)).toEqual([
    `${practice.firmName}: every page`,
  ]);
  expect(headings.filter(({ level }) => level === 2)).toHaveLength(await countParts(page));
});

// Analyzing the hundred sheets takes ten seconds.
for (const media of ["print", "screen"] as const) {
  test(`axe has no findings: ${media}`, async ({ page }) => {
    test.slow();
    await page.emulateMedia({ media });
    await page.goto(pack);
    await expectAccessible(page);
  });
}

test.describe("compared with the pages", () => {
  // The pack runs no scripts.
  test.use({ javaScriptEnabled: false });
  test.slow();

  test("a part has the same typography as its page", async ({ page, context }) => {
    const own = await context.newPage();
    await page.goto(pack);
    for (const path of packedPaths) {
      await own.goto(path);
      const looks = await readTypography(own.locator("main"));
      expect(looks).toHaveProperty("h1");
      expect(await readTypography(getPart(page, path).locator("> div")), path).toEqual(looks);
    }
  });

  test("on paper each part begins a new sheet, no sheet is empty, and all text of every page is present", async ({
    page,
  }) => {
    await page.goto(pack);
    const count = await countParts(page);
    const sheets = await readSheets(await page.pdf({ preferCSSPageSize: true }));
    const foot = withoutSpace(`${practice.firmName} · Print pack ${practice.website}${pack}`);
    const marginOf = (index: number): string => `${index + 1}/${sheets.length}${foot}`;
    const unmarked = sheets.filter((sheet, index) => !sheet.startsWith(marginOf(index)));
    expect(unmarked.map(beginning)).toEqual([]);
    const words = sheets.map((sheet, index) => sheet.slice(marginOf(index).length));
    expect(words.filter((sheet) => sheet.length < 20)).toEqual([]);

    const firsts = packedPaths.map((path, place) =>
      words.findIndex((sheet) => sheet.startsWith(withoutSpace(formatLabel(page, path, place, count)))),
    );
    expect(firsts[0]).toBe(1);
    expect(firsts).toEqual(firsts.toSorted((one, other) => one - other));
    expect(words[0]).toContain(withoutSpace(`As the website showed them on ${today()}.`));
    for (const sentence of disclosures) expect(words.at(-1)).toContain(withoutSpace(sentence));

    // The pages at the width of a sheet without its margins.
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 664, height: 936 });
    const missing: Record<string, string[]> = {};
    for (const [place, path] of packedPaths.entries()) {
      // On paper, the URL follows each external link.
      const printed = words
        .slice(firsts[place], firsts[place + 1])
        .join("")
        .replaceAll(/\(https?:[^)]*\)/g, "");
      const lines = (await readLines(page, path))
        .filter((line) => !isSeatCount(path, line))
        .filter((line) => !isPrinted(line, printed));
      if (lines.length > 0) missing[path] = lines;
    }
    expect(missing).toEqual({});
  });
});

/** Other tests reserve seats between printing the pack and reading the page. @param line without spaces */
function isSeatCount(path: string, line: string): boolean {
  if (path === "/") return /^(\d+of100seatsleft|Limitedto100seats)$/.test(line);
  return (
    path === "/linkedin-live-signup" &&
    /^(\d{1,3}(seats?leftof100)?|seats?leftof100|Reserveoneof100seats)$/.test(line)
  );
}

/** Follows the links of the contents in the page itself, because the driver needs a third of a second for each. Returns where each led. */
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
      // The header is sticky.
      isBelowHeader: top >= (document.querySelector("body > header")?.getBoundingClientRect().bottom ?? 0),
      isOnScreen: label !== null && bottom <= innerHeight,
    });
  }
  return followed;
}

/** The first characters of a sheet, which identify it in a failure. */
function beginning(sheet: string): string {
  return sheet.slice(0, 60);
}

function formatLabel(page: Page, path: string, place: number, count: number): string {
  return `${place + 1} of ${count} · ${new URL(path, page.url()).href} · ${today()}`;
}

/** The visible lines of a page with its answers opened. */
async function readLines(page: Page, path: string): Promise<string[]> {
  await page.goto(path, { waitUntil: "domcontentloaded" });
  const main = page.locator("main");
  await main.evaluate((shown) => {
    for (const answer of shown.querySelectorAll("details")) {
      answer.removeAttribute("name");
      answer.open = true;
    }
    // Text for screen readers, and the labels of narrow drawings, are not visible.
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
      // Other tests reserve seats at the same time.
      .map((line) => line.replace(/^\d+(?=of\d+left$)/, ""))
      .filter((line) => line !== "")
  );
}

type Heading = { name: unknown; level: unknown };

/** The headings in the accessibility tree. */
async function readHeadings(page: Page): Promise<Heading[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  return nodes
    .filter(({ role }) => role?.value === "heading")
    .map(({ name, properties }): Heading => ({
      name: name?.value,
      level: properties?.find((property) => property.name === "level")?.value.value,
    }));
}

/** A line can continue on the next sheet, after other printed text. */
function isPrinted(line: string, printed: string): boolean {
  let known = line.length;
  while (known > 0 && !printed.includes(line.slice(0, known))) known -= 1;
  return known > 0 && printed.includes(line.slice(known));
}

/** The typography and position of the first element of each kind. */
async function readTypography(place: Locator): Promise<Record<string, Record<string, string>>> {
  return place.evaluate(async (element) => {
    // Waits for fonts, which change the width of text.
    await document.fonts.ready;
    // Other tests schedule events between the two readings, so the list of other dates does not count.
    const marks = [
      "h1",
      "h2",
      "h3:not(.other-dates *)",
      ".lead",
      ".note",
      ".callout",
      "td",
      "a.btn",
      "fieldset",
      "dd",
    ];
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
