import { sqlAnswers } from "#tests/kit/an-assessment.ts";
import { expect, type Locator, type Page } from "@playwright/test";
import { queryRows } from "../kit/database.ts";
import { newPerson } from "../kit/person.ts";
import { signInAs } from "../kit/staff.ts";
import { test } from "../kit/test.ts";

/** Maximum-length values without a break opportunity. */
const long = { name: "N".repeat(200), phone: "5".repeat(40), text: `Question ${"earnout".repeat(60)}?` };

const paths = [
  "/admin",
  "/admin/assessments",
  "/admin/signups",
  "/admin/visitors",
  "/admin/tracking",
  "/admin/letters",
  "/admin/quarantine",
  "/admin/audit",
  "/admin/events",
];

test("no list scrolls horizontally: it has columns if they fit, and otherwise each row is a block", async ({
  page,
}) => {
  await storeLongLeads();
  await signInAs(page, "owner");
  for (const path of paths) {
    await page.goto(path);
    for (const width of [320, 390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findOverflow(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test("on a phone, a row begins with the name and the date and is still a table row", async ({ page }) => {
  const { name, email } = await storeAssessment();
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "owner");
  await page.goto(`/admin/assessments?search=${email}`);
  const row = page.getByRole("row").nth(1);
  const who = row.getByRole("rowheader", { name });
  const [level, date] = [
    row.getByRole("cell", { name: "Exit Ready" }),
    row.getByRole("cell", { name: "just now" }),
  ];
  const address = row.getByRole("cell", { name: email });
  const [first, second, third, below] = [
    await getBox(who),
    await getBox(level),
    await getBox(date),
    await getBox(address),
  ];
  // The name and the date share the first line, and the other values follow in the order of the columns.
  expect(third.y).toBeLessThan(second.y);
  expect(first.y).toBeLessThan(second.y);
  expect(second.y).toBe(below.y);
  for (const { x, width } of [first, second, third, below]) expect(x + width).toBeLessThanOrEqual(390);
  // Screen readers announce the columns once.
  await expect(page.getByRole("table").getByRole("columnheader")).toHaveText([
    "Name",
    "Email",
    "Phone",
    "Score",
    "Level",
    "Date",
  ]);
  await expect(address).toHaveAccessibleName(email);
});

test("on a phone, every row has its date beside even a long name and omits empty values", async ({
  page,
}) => {
  const { email } = newPerson();
  const mark = email.replace("@", "-at-");
  for (const [at, name] of ["Bo Li", "Maximiliana Featherstonehaugh-Cholmondeley"].entries()) {
    await queryRows(
      "insert into linkedin_live_signups (name, email, topics, state) values ($1, $2, 'QSBS', 'cancelled')",
      [name, `${at}-${mark}@example.com`],
    );
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, "owner");
  await page.goto(`/admin/signups?search=${mark}`);
  for (const row of (await page.getByRole("row").all()).slice(1)) {
    const [who, date] = [await getBox(row.getByRole("rowheader")), await getBox(row.locator(".date"))];
    expect(date.x).toBeGreaterThan(who.x + 100);
    expect(date.y).toBeLessThan(who.y + who.height);
    // Screen readers still announce it in its column.
    const questions = row.getByRole("cell", { name: "None provided" });
    expect((await getBox(questions)).height).toBe(1);
    expect((await getBox(row.getByRole("cell", { name: "QSBS" }))).height).toBeGreaterThan(10);
  }
  await expect(page.getByRole("row")).toHaveCount(3);
});

test("on a phone, links lead to the sections of the dashboard, and both date filters are visible", async ({
  page,
}) => {
  await signInAs(page, "owner");
  await page.goto("/admin");
  const ways = page.getByRole("navigation", { name: "On this page" });
  await expect(ways).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await ways.getByRole("link", { name: "Tracking Data" }).click();
  await expect(page.getByRole("heading", { name: "Tracking Data" })).toBeInViewport();
  await page.goto("/admin/tracking");
  await expect(page.getByLabel("From")).toBeVisible();
  await expect(page.getByLabel("To", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Event type")).toBeHidden();
});

/** The elements that extend beyond the screen or scroll horizontally in their own frame. */
async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const frames = [document.documentElement, ...document.querySelectorAll("main, main section")];
    const scrolled = frames.filter((frame) => frame.scrollWidth > Math.max(frame.clientWidth, 1));
    const beyond = [...document.querySelectorAll("main :is(table, tbody th, td, a, button, time)")].filter(
      (each) => {
        const { right, width } = each.getBoundingClientRect();
        return width > 1 && right > innerWidth + 1;
      },
    );
    return [...scrolled, ...beyond].map((each) => each.outerHTML.slice(0, 80));
  });
}

async function getBox(cell: Locator) {
  const box = await cell.boundingBox();
  if (box === null) throw new Error("The cell is not visible");
  return box;
}

async function storeAssessment(): Promise<{ name: string; email: string }> {
  const { name, email } = newPerson();
  await insertAssessment(name, email, "(512) 555-0100");
  return { name, email };
}

async function insertAssessment(name: string, email: string, phone: string): Promise<void> {
  await queryRows(
    `insert into pre_loi_assessments
      (name, email, phone, ${sqlAnswers.columns}, score, score_level, question_set_version, result_key, fingerprint)
    values ($1, $2, $3, ${sqlAnswers.values}, 17, 'Exit Ready', 'test',
      gen_random_uuid(), 'test')`,
    [name, email, phone],
  );
}

async function storeLongLeads(): Promise<void> {
  await queryRows(
    `insert into events (title, starts_at, time_zone, duration_minutes, capacity, hosts, topics, join_url)
    values ($1, '2032-01-16T18:00:00Z', 'America/Chicago', 45, 200, '{whitfield}', '{One}', 'https://live.example.com/x')`,
    ["Before the letter of intent ".repeat(7).trim()],
  );
  const { email } = newPerson();
  const address = `${"a".repeat(60)}.${email}`;
  await insertAssessment(long.name, address, long.phone);
  await queryRows(
    `insert into linkedin_live_signups (name, email, phone, questions, topics, state)
    values ($1, $2, $3, $4, $4, 'next-date')`,
    [long.name, address, long.phone, long.text],
  );
  await queryRows(
    `with visit as (
      insert into visitors (first_name, last_name, email, traffic_class, class_reason, source, ip_address)
      values ($1, $1, $2, 'machine', 'test', $3, '2001:0db8:85a3:0000:0000:8a2e:0370:7334')
      returning id
    )
    insert into tracking_events (id, visit_id, event_type, url, timestamp, target)
    select gen_random_uuid(), id, 'call_to_action', $4, now(), $3 from visit`,
    [
      "V".repeat(100),
      `visit-${address}`,
      `https://www.example.com/${"s".repeat(300)}`,
      `/${"p".repeat(300)}`,
    ],
  );
}
