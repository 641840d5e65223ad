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

/** The text of the page, without its tags. */
const textIn = (html: string): string => html.replace(/.*<main/s, "").replaceAll(/<[^>]+>/g, " ");

test("the page shows the state of each part and contains no secret", async () => {
  const html = await page("staff");
  for (const title of [
    "Database",
    "Email",
    "Returned email",
    "Forms",
    "Visits",
    "Backups",
    "Data retention",
    "Program",
  ]) {
    expect(html).toMatch(new RegExp(`<h2[^>]*>${title}`));
  }
  const text = textIn(html);
  expect(text).toMatch(
    /PostgreSQL \d+.*\d{4}_\w+\.sql.*Sending email.*To unconfirmed mailboxes this hour\s+0 of 300.*13 months.*0\.1\.0/s,
  );
  expect(html).not.toMatch(/postgres:\/\/|\/postgres\b|password|\sstyle="/i);
});

test("a site-wide limit on quarantined submissions that is reached is shown", async () => {
  const key = createSpamCheckKeys(testKeyRing).limitKey("quarantinedWithoutToken");
  await sql`insert into rate_limits (key, window_start, count)
    values (${key}, date_bin('1 hour', now(), timestamptz 'epoch'), 1500)`.execute(site.db);
  const text = textIn(await page("owner"));
  expect(text).toMatch(
    /Forms\s+Needs attention\s+A site-wide limit on quarantined submissions has been reached\./,
  );
  expect(text).toMatch(/without a form token\s+1,000 of 1,000/);
});

test("failed email needs attention and names the runbook section", async () => {
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
  const text = textIn(await page("owner"));
  expect(text).toMatch(/Needs attention.*1 email failed in the last seven days.*docs\/runbook\.md, “Email”/s);
  expect(text).not.toContain("ada@");
});

test("a part that does not respond is reported after three seconds, and the others are shown @long", async () => {
  const text = await site.db.transaction().execute(async (trx) => {
    await sql`lock table letters in access exclusive mode`.execute(trx);
    return textIn(await page("owner"));
  });
  expect(text).toMatch(/Email\s+Needs attention\s+No response within three seconds\./);
  expect(text).toMatch(/Database\s+OK/);
  expect(text).toMatch(/Program\s+OK/);
});

test("an account without permission sees whom to ask", async () => {
  expect(await page("examiner", 403)).toContain("Your account can’t view system health.");
});
