import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Role } from "#app/identity/accounts/staff.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { testApp } from "#tests/kit/app.ts";
import { signedIn } from "#tests/kit/signed-in.ts";

const site = testApp({ sendsEmail: true });

async function page(role: Role, status = 200): Promise<string> {
  const { cookie } = await signedIn(site.db, { role });
  const response = await site.request("/admin/health", { headers: { cookie } });
  expect(response.status).toBe(status);
  return response.text();
}

/** The words of the page, without its tags. */
const wordsOf = (html: string): string => html.replace(/.*<main/s, "").replaceAll(/<[^>]+>/g, " ");

test("the page says of each part how it fares, in figures and words, and holds no secret", async () => {
  const html = await page("staff");
  for (const title of ["Database", "Letters", "Forms", "Visits", "What is kept, and how long", "Program"]) {
    expect(html).toMatch(new RegExp(`<h2[^>]*>${title}`));
  }
  const words = wordsOf(html);
  expect(words).toMatch(
    /PostgreSQL \d+.*\d{4}_\w+\.sql.*Letters leave\..*To unconfirmed mailboxes this hour\s+0 of 300.*13 months.*0\.1\.0/s,
  );
  expect(html).not.toMatch(/postgres:\/\/|\/postgres\b|password|\sstyle="/i);
});

test("a site-wide limit on quarantined submissions that is reached is shown", async () => {
  const key = createSpamCheckKeys(testKeyRing).limitKey("quarantinedWithoutToken");
  await sql`insert into rate_limits (key, window_start, count)
    values (${key}, date_bin('1 hour', now(), timestamptz 'epoch'), 1500)`.execute(site.db);
  const words = wordsOf(await page("owner"));
  expect(words).toMatch(/Forms\s+Look at this\s+A site-wide limit on quarantined submissions is reached\./);
  expect(words).toMatch(/without a form token\s+1,000 of 1,000/);
});

test("letters that were given up are something to look at, with where it stands what to do", async () => {
  await site.db
    .insertInto("letters")
    .values({
      kind: "k",
      recipient: "ada@example.com",
      about: null,
      state: "given-up",
      settledAt: new Date(),
    })
    .execute();
  const words = wordsOf(await page("owner"));
  expect(words).toMatch(
    /Look at this.*1 letter was given up in the last seven days.*docs\/runbook\.md, “Letters”/s,
  );
  expect(words).not.toContain("ada@");
});

test("a part that does not answer is told of after three seconds, and the others are shown", async () => {
  const words = await site.db.transaction().execute(async (trx) => {
    await sql`lock table letters in access exclusive mode`.execute(trx);
    return wordsOf(await page("owner"));
  });
  expect(words).toMatch(/Letters\s+Look at this\s+It did not answer within three seconds\./);
  expect(words).toMatch(/Database\s+Fine/);
  expect(words).toMatch(/Program\s+Fine/);
});

test("who may not see it is told who can", async () => {
  expect(await page("examiner", 403)).toContain("Your account may not see how the program fares.");
});
