import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anAssessment } from "#tests/kit/an-assessment.ts";
import { anEvent } from "#tests/kit/an-event.ts";
import { testApp } from "#tests/kit/app.ts";

// Simulates a database that accepts reads and rejects writes, as with a full disk or after a failover.

const site = testApp({ now: new Date("2026-11-21T12:00:00Z") });

/** Tables to which requests and the readiness check write. */
const tables = [
  "pre_loi_assessments",
  "linkedin_live_signups",
  "quarantined_submissions",
  "staff_users",
  "rate_limits",
  "readiness_probes",
];

beforeEach(async () => {
  await site.db.insertInto("events").values(anEvent()).execute();
  await site.refreshEvents();
});

afterEach(async () => {
  for (const table of tables) {
    await sql`drop trigger if exists refused on ${sql.table(table)}`.execute(site.db);
  }
});

async function refuseWrites(code: string, refused: readonly string[] = tables): Promise<void> {
  await sql`
    create or replace function refuse_write() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception sqlstate '${code}'; end`)}`.execute(site.db);
  for (const table of refused) {
    await sql`
      create trigger refused before insert or update on ${sql.table(table)} execute function refuse_write()
    `.execute(site.db);
  }
}

function expectUnavailable(response: Response): void {
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("10");
}

const signup = {
  name: "Thomas Avery",
  email: "t.avery@example.com",
  questions: "Does an earn-out close early?",
};

// Other error codes are tested in app/data/connection/postgres-errors.test.ts.
describe.each(["53100", "25006", "57P01"])("SQLSTATE %s", (code) => {
  it("is 503 with Retry-After for JSON and describes a temporary failure", async () => {
    await refuseWrites(code, ["pre_loi_assessments", "quarantined_submissions"]);
    const answers = [
      await site.postJson("/functions/v1/pre-loi-assessment", anAssessment()),
      await site.postJson("/functions/v1/linkedin-live-signup", signup),
    ];
    for (const answer of answers) {
      expectUnavailable(answer);
      expect(await answer.json()).toMatchObject({ error: { kind: "unavailable" } });
    }
  });

  it("is 503 with Retry-After for a form, which keeps the entered values", async () => {
    await refuseWrites(code, ["pre_loi_assessments", "linkedin_live_signups"]);
    const signedUp = await site.postForm("/linkedin-live-signup", signup);
    expectUnavailable(signedUp);
    expect(await signedUp.text()).toContain("Does an earn-out close early?");
    const assessed = await site.postForm("/pre-loi-assessment", anAssessment({ name: "Thomas Avery" }));
    expectUnavailable(assessed);
    expect(await assessed.text()).toContain('value="Thomas Avery"');
  });

  it("is 503 with Retry-After for a page whose action writes", async () => {
    await refuseWrites(code);
    const form = { intent: "sign-in", email: "ruth@example.com", password: "correct horse battery" };
    expectUnavailable(await site.postForm("/auth", form));
  });
});

it("/readyz is 503 with Retry-After while pages answer", async () => {
  await refuseWrites("53100", ["readiness_probes"]);
  await expect.poll(async () => (await site.request("/readyz")).status, { timeout: 5_000 }).toBe(503);
  expectUnavailable(await site.request("/readyz"));
  expect((await site.request("/")).status).toBe(200);
  expect((await site.request("/healthz")).status).toBe(200);
  // Proxies continue to send requests to this server.
  expect((await site.request("/readyz?exclude=database")).status).toBe(200);
});
