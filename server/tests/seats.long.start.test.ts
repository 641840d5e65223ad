import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { borrowEmbeddedPostgres } from "#embedded-postgres";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { concurrentSignups as people } from "#tests/kit/rounds.ts";
import { type RunningServer, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";

// Many people request 100 seats at the same time, each from an address of its own, with every limit enabled (specification section 9: 500
// people). Each has signed up without a form token and confirms the mailbox at that time. Without confirmation, only thirty seats per hour
// are available.

const folder = mkdtempSync(join(tmpdir(), "practice-seats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const seats = 100;
const canceling = 30;

type Query = <Row>(text: string) => Promise<Row[]>;

const secret = "a secret for tests, longer than thirty-two characters";
const spamCheckKeys = createSpamCheckKeys(createKeyRing([secret]));

/** The expected result on every setup. */
const expectedSeats = {
  signedUp: { 202: people },
  confirmed: {
    "/linkedin-live-signup/registered": seats,
    "/linkedin-live-signup/waiting-list": people - seats,
  },
  statesInOrder: Array.from({ length: people }, (_, index) => (index < seats ? "seat" : "waiting")),
  canceled: { 303: canceling },
  after: { seats, waiting: people - seats - canceling, nextToMoveUp: seats + canceling + 1, taken: seats },
  wrongEmails: 0,
};

/** One email for each person who signed up, moved up or canceled, and for the firm, without duplicates. */
const expectedEmails = {
  "event-place": people,
  "event-promoted": canceling,
  "place-given-up": canceling,
  "new-event-signup": people,
};

describe(`${people} concurrent sign-ups for 100 seats`, () => {
  it("fill exactly 100 seats and an ordered waiting list on two servers with one database, and 30 cancellations promote 30 people", async () => {
    const served = await servePostgres(join(folder, "served"));
    onTestFinished(() => served.stop());
    const env = { ...served.env, TRUSTED_PROXIES: "127.0.0.1" };
    const servers = await Promise.all(
      ["one", "two"].map((name) => startServer({ dataDir: join(folder, name), env })),
    );
    onTestFinished(() => stopAll(servers));
    const pool = openPool({ connectionString: served.url });
    const { emails, ...found } = await runSignups(servers, createQuery(pool));
    expect(found).toEqual(expectedSeats);
    expect(emails).toMatchObject(expectedEmails);
  });

  it("have the same result on one server with the embedded database", async () => {
    const dataDir = join(folder, "own");
    const server = await startServer({
      dataDir,
      env: { TRUSTED_PROXIES: "127.0.0.1", SESSION_SECRET: secret },
    });
    onTestFinished(() => server.stop());
    const { connection } = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
    const pool = openPool(connection);
    const { emails, ...found } = await runSignups([server], createQuery(pool));
    expect(found).toEqual(expectedSeats);
    expect(emails).toMatchObject(expectedEmails);
  });
});

function openPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 2 });
  // A server that stops can end a connection before the client closes it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  onTestFinished(() => pool.end());
  return pool;
}

async function stopAll(servers: readonly RunningServer[]): Promise<void> {
  await Promise.all(servers.map((server) => server.stop()));
}

function createQuery(pool: pg.Pool): Query {
  // The caller knows the columns of its query.
  return async <Row>(text: string) => (await pool.query(text)).rows as Row[];
}

async function runSignups(servers: readonly RunningServer[], query: Query) {
  const signedUp = await Promise.all(
    Array.from({ length: people }, (_, number) => signUp(servers[number % servers.length], number)),
  );
  // Simulates the end of the two-hour reservations, so that all seats are available.
  await query("update events set seats_held_until = '{}'");
  const held = await query<{ id: string }>("select id from quarantined_submissions");
  const confirmed = await Promise.all(
    held.map(({ id }, number) => confirm(servers[number % servers.length], id)),
  );
  const numbered = await query<{ state: string }>(
    "select state from linkedin_live_signups where place_number is not null order by place_number",
  );
  const seated = await query<{ key: string }>(
    `select place_key as key from linkedin_live_signups where state = 'seat' order by place_number limit ${canceling}`,
  );
  const statuses = await Promise.all(
    seated.map(({ key }, index) => cancelSeat(servers[index % servers.length], key)),
  );
  const [after] = await query(`
    select count(*) filter (where state = 'seat')::int as seats,
      count(*) filter (where state = 'waiting')::int as waiting,
      min(place_number) filter (where state = 'waiting') as "nextToMoveUp",
      (select seats_taken from events where starts_at > now()) as taken
    from linkedin_live_signups`);
  await until(
    "every email to be rendered",
    async () => {
      const left = await query(
        "select id from letters where state in ('waiting', 'sending') and kind not in ('confirm-submission', 'submission-summary') limit 1",
      );
      return left.length === 0;
    },
    60_000,
  );
  // Includes emails of people who canceled before theirs was sent: rendered, then suppressed because it was outdated.
  const emails = await query<{ kind: string; count: number }>(
    "select kind, count(*)::int as count from letters where state in ('kept', 'suppressed') group by kind",
  );
  const wrong = await query(`
    select letters.id from letters join linkedin_live_signups as signup on signup.id = about
    where kind = 'event-promoted' and not (place_number between ${seats + 1} and ${seats + canceling})
      or kind = 'place-given-up' and signup.state <> 'cancelled'
    union all
    select about from letters group by about, kind having count(*) > 1`);
  return {
    signedUp: tally(signedUp),
    confirmed: tally(confirmed),
    statesInOrder: numbered.map(({ state }) => state),
    canceled: tally(statuses),
    after,
    wrongEmails: wrong.length,
    emails: Object.fromEntries(emails.map(({ kind, count }) => [kind, count])),
  };
}

function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

async function signUp(server: RunningServer | undefined, number: number): Promise<number> {
  const response = await post(server, "/functions/v1/linkedin-live-signup", {
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${Math.floor(number / 250)}.0.${(number % 250) + 1}`,
    },
    // Each address has its own domain, because one domain can have at most 40% of the seats.
    body: JSON.stringify({ name: `Person ${number}`, email: `owner@company${number}.example` }),
  });
  return response.status;
}

/** Confirms through the link in a confirmation email. @returns the redirect target */
async function confirm(server: RunningServer | undefined, id: string): Promise<string> {
  const path = `/confirm/${spamCheckKeys.issueConfirmationToken(id, new Date())}`;
  const response = await post(server, path, { headers: from(newAddress()) });
  return response.headers.get("location") ?? String(response.status);
}

async function cancelSeat(server: RunningServer | undefined, key: string): Promise<number> {
  const response = await post(server, `/linkedin-live-signup/place/${key}`, {
    headers: from(newAddress()),
    body: new URLSearchParams({ intent: "give-up" }),
  });
  return response.status;
}

/**
 * Posts a request on a connection of its own, and sends it again while the server is too busy to accept it. A server closes idle connections,
 * and a client that is as busy as this one notices too late to send the next request on another.
 */
async function post(
  server: RunningServer | undefined,
  path: string,
  { headers, body }: { headers: Record<string, string>; body?: string | URLSearchParams },
): Promise<Response> {
  const url = server?.url ?? "";
  for (;;) {
    const response = await fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: { connection: "close", origin: url, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    if (response.status !== 503) return response;
    await response.body?.cancel();
  }
}
