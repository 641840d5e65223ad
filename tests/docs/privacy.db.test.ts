import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { accountRetention } from "#app/identity/account-management/delete-expired-accounts.server.ts";
import { retentionPeriods } from "#app/people/retention/retention.server.ts";
import { browserKeyDays } from "#app/tracking/attribution/visit-keys.ts";
import { privacyPolicy } from "#content/disclosures/privacy-policy.ts";
import { testDatabase } from "#tests/kit/database.ts";

const { pool } = testDatabase();
const document = readFileSync("docs/privacy.md", "utf8");

describe("docs/privacy.md", () => {
  it("lists every column of every table and nothing else", async () => {
    expect(namedColumns(document).toSorted(byText)).toEqual(await migratedColumns());
  });

  it.each([
    ["a missing column", document.replace("| `q1`, `q2`", "| `q1`"), "-pre_loi_assessments.q2"],
    ["a missing table", document.replace("### `visit_totals`", "### Totals"), "-visit_totals.day"],
    [
      "an unknown column",
      document.replace("| `opts_out` ", "| `opts_out`, `mood` "),
      "+consent_receipts.mood",
    ],
    ["an unknown table", `${document}\n### \`pets\`\n\n| \`name\` | a name |`, "+pets.name"],
  ])("with %s is detected", async (_, edited, difference) => {
    const named = namedColumns(edited);
    const migrated = await migratedColumns();
    const missing = migrated.filter((column) => !named.includes(column)).map((column) => `-${column}`);
    const invented = named.filter((column) => !migrated.includes(column)).map((column) => `+${column}`);
    expect([...missing, ...invented]).toContain(difference);
  });

  it.each([
    ["pre_loi_assessments", retentionPeriods.people],
    ["linkedin_live_signups", retentionPeriods.people],
    ["consent_receipts", retentionPeriods.people],
    ["letters", retentionPeriods.people],
    ["letters", retentionPeriods.confirmationEmails],
    ["letters", retentionPeriods.otherEmails],
    ["visitors", retentionPeriods.visits],
    ["quarantined_submissions", retentionPeriods.quarantinedSubmissions],
    ["person_merges", retentionPeriods.merges],
    ["undeliverable_addresses", retentionPeriods.undeliverableAddresses],
    ["bookings", retentionPeriods.unmatchedBookings],
    ["integration_deliveries", retentionPeriods.deliveries],
    ["spent_tokens", retentionPeriods.spentTokens],
    ["rate_limits", retentionPeriods.rateLimits],
    ["staff_links", accountRetention.links],
    ["staff_users", accountRetention.unconfirmedAccounts],
  ])("states the retention period of %s", (table, time) => {
    expect(sectionOf(table)).toMatch(new RegExp(`[Kk]ept\\s+for\\s+${time}`));
  });

  it("states how long a browser is recognized", () => {
    expect(document).toContain(`${browserKeyDays} days`);
  });
});

test("the privacy notice states the same periods", () => {
  const notice = JSON.stringify(privacyPolicy);
  for (const time of [
    `${retentionPeriods.people} after our last contact`,
    retentionPeriods.visits,
    `the emails that ask you to confirm them","${retentionPeriods.confirmationEmails} at most`,
    `that we hold for review, and the emails that ask you to confirm them","${retentionPeriods.quarantinedSubmissions} at most`,
    `"${retentionPeriods.otherEmails}","Emails to an address from which we have no form.`,
    `${browserKeyDays} days`,
  ]) {
    expect(notice).toContain(time);
  }
});

test("leads are kept for at least six years, which covers the records rule of the Advisers Act", () => {
  const [years = "", unit] = retentionPeriods.people.split(" ");
  expect(unit).toBe("years");
  expect(Number(years)).toBeGreaterThanOrEqual(6);
});

/** “table.column” for every row of a table below a heading that is a table's name. */
function namedColumns(markdown: string): string[] {
  let table: string | undefined;
  return markdown.split("\n").flatMap((line) => {
    if (line.startsWith("#")) table = /^### `(\w+)`$/.exec(line)?.[1];
    const cell = /^\| ([^|]*)/.exec(line)?.[1];
    if (table === undefined || cell === undefined) return [];
    return [...cell.matchAll(/`(\w+)`/g)].map(([, column = ""]) => `${table}.${column}`);
  });
}

function sectionOf(table: string): string {
  return document.split(/^#+ /m).find((section) => section.startsWith(`\`${table}\``)) ?? "";
}

async function migratedColumns(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'`);
  return rows.map(({ name }) => name).toSorted(byText);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : 1;
}
