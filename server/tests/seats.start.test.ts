import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { borrowEmbeddedPostgres } from "#embedded-postgres";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createKeyRing } from "#app/platform/key-ring.server.ts";
import { silentLog } from "#app/platform/log.server.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { type RunningServer, startServer, until } from "#tests/kit/running-server.ts";
import { servePostgres } from "#tests/kit/served-postgres.ts";

// 500 people request 100 seats at the same time from 500 addresses, with every limit enabled (specification section 9). Each has signed
// up without a form token and confirms the mailbox at that time. Without confirmation, only thirty seats per hour are available.

const folder = mkdtempSync(join(tmpdir(), "practice-seats-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const people = 500;
const seats = 100;
const leaving = 30;

type Ask = <Row>(text: string) => Promise<Row[]>;

const secret = "a secret for tests, longer than thirty-two characters";
const abuse = createSpamCheckKeys(createKeyRing([secret]));

/** What has to come out of it, wherever it is tried. */
const exactly = {
  signedUp: { 202: people },
  confirmed: {
    "/linkedin-live-signup/registered": seats,
    "/linkedin-live-signup/waiting-list": people - seats,
  },
  inOrderOfNumber: Array.from({ length: people }, (_, index) => (index < seats ? "seat" : "waiting")),
  givenUp: { 303: leaving },
  after: { seats, waiting: people - seats - leaving, nextToMoveUp: seats + leaving + 1, taken: seats },
  lettersToWrongPeople: 0,
};

/** One for each who signed up, moved up or left, and for the practice; none of them twice. */
const exactLetters = {
  "event-place": people,
  "event-promoted": leaving,
  "place-given-up": leaving,
  "new-event-signup": people,
};

describe("500 sign-ups at once for 100 seats", () => {
  it("on two servers with one PostgreSQL: exactly 100 seats, 400 waiting in order; of 30 who leave, 30 move up", async () => {
    const served = await servePostgres(join(folder, "served"));
    const env = { ...served.env, TRUSTED_PROXIES: "127.0.0.1" };
    const servers = await Promise.all(
      ["one", "two"].map((name) => startServer({ dataDir: join(folder, name), env })),
    );
    const pool = poolOf({ connectionString: served.url });
    const { letters, ...found } = await storm(servers, asking(pool));
    expect(found).toEqual(exactly);
    expect(letters).toMatchObject(exactLetters);
    await pool.end();
    await Promise.all(servers.map((server) => server.stop()));
    await served.stop();
  });

  it("on one server with the database of our own: the same", async () => {
    const dataDir = join(folder, "own");
    const server = await startServer({
      dataDir,
      env: { TRUSTED_PROXIES: "127.0.0.1", SESSION_SECRET: secret },
    });
    const { connection } = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
    const pool = poolOf(connection);
    const { letters, ...found } = await storm([server], asking(pool));
    expect(found).toEqual(exactly);
    expect(letters).toMatchObject(exactLetters);
    await pool.end();
    await server.stop();
  });
});

function poolOf(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 2 });
  // A server that stops may be quicker to end a connection than we are to leave it.
  pool.on("connect", (client) => client.on("error", () => undefined));
  pool.on("error", () => undefined);
  return pool;
}

function asking(pool: pg.Pool): Ask {
  // The caller knows the columns of its own text.
  return async <Row>(text: string) => (await pool.query(text)).rows as Row[];
}

async function storm(servers: readonly RunningServer[], ask: Ask) {
  const signedUp = await Promise.all(
    Array.from({ length: people }, (_, number) => signUp(servers[number % servers.length], number)),
  );
  // Simulates the end of the two-hour reservations, so that nobody starts with a seat.
  await ask("update events set seats_held_until = '{}'");
  const held = await ask<{ id: string }>("select id from quarantined_submissions");
  const confirmed = await Promise.all(
    held.map(({ id }, number) => confirm(servers[number % servers.length], id)),
  );
  const numbered = await ask<{ state: string }>(
    "select state from linkedin_live_signups where place_number is not null order by place_number",
  );
  const places = await ask<{ key: string }>(
    `select place_key as key from linkedin_live_signups where state = 'seat' order by place_number limit ${leaving}`,
  );
  const statuses = await Promise.all(
    places.map(({ key }, index) => giveUp(servers[index % servers.length], key)),
  );
  const [after] = await ask(`
    select count(*) filter (where state = 'seat')::int as seats,
      count(*) filter (where state = 'waiting')::int as waiting,
      min(place_number) filter (where state = 'waiting') as "nextToMoveUp",
      (select seats_taken from events where starts_at > now()) as taken
    from linkedin_live_signups`);
  await until(
    "every letter to be written",
    async () => {
      const left = await ask(
        "select id from letters where state in ('waiting', 'sending') and kind not in ('confirm-submission', 'submission-summary') limit 1",
      );
      return left.length === 0;
    },
    60_000,
  );
  // Also those of who gave up the place before the letter about it left: it was written, and then not sent, as untrue.
  const letters = await ask<{ kind: string; letters: number }>(
    "select kind, count(*)::int as letters from letters where state in ('kept', 'suppressed') group by kind",
  );
  const wrong = await ask(`
    select letters.id from letters join linkedin_live_signups as signup on signup.id = about
    where kind = 'event-promoted' and not (place_number between ${seats + 1} and ${seats + leaving})
      or kind = 'place-given-up' and signup.state <> 'cancelled'
    union all
    select about from letters group by about, kind having count(*) > 1`);
  return {
    signedUp: tally(signedUp),
    confirmed: tally(confirmed),
    inOrderOfNumber: numbered.map(({ state }) => state),
    givenUp: tally(statuses),
    after,
    lettersToWrongPeople: wrong.length,
    letters: Object.fromEntries(letters.map(({ kind, letters: count }) => [kind, count])),
  };
}

function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

async function signUp(server: RunningServer | undefined, number: number): Promise<number> {
  const response = await fetch(`${server?.url}/functions/v1/linkedin-live-signup`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `10.${Math.floor(number / 250)}.0.${(number % 250) + 1}`,
    },
    // Each from a domain of its own, because one domain has at most 40% of the seats.
    body: JSON.stringify({ name: `Person ${number}`, email: `owner@company${number}.example` }),
  });
  return response.status;
}

/** Confirms through the link in a confirmation email and retries after a 503. @returns the redirect target */
async function confirm(server: RunningServer | undefined, id: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${server?.url}/confirm/${abuse.issueConfirmationToken(id, new Date())}`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: server?.url ?? "", ...from(newAddress()) },
    });
    if (response.status !== 503) return response.headers.get("location") ?? String(response.status);
  }
}

async function giveUp(server: RunningServer | undefined, key: string): Promise<number> {
  const response = await fetch(`${server?.url}/linkedin-live-signup/place/${key}`, {
    method: "POST",
    redirect: "manual",
    headers: {
      origin: server?.url ?? "",
      "content-type": "application/x-www-form-urlencoded",
      ...from(newAddress()),
    },
    body: new URLSearchParams({ intent: "give-up" }),
  });
  return response.status;
}
