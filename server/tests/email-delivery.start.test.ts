import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { borrowEmbeddedPostgres, type EmbeddedConnection, startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { from, newAddress } from "#tests/kit/new-address.ts";
import { type MailServer, startMailServer } from "#tests/kit/mail-server.ts";
import { isLong, rounds } from "#tests/kit/rounds.ts";
import { freePort, type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";

const folder = mkdtempSync(join(tmpdir(), "practice-email-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Queries the embedded database while a server uses it. */
async function ask<Row>(dataDir: string, text: string): Promise<Row[]> {
  const { connection } = await borrowEmbeddedPostgres({ dataDir, log: silentLog });
  return query(connection, text);
}

async function query<Row>(connection: EmbeddedConnection, text: string): Promise<Row[]> {
  const client = new pg.Client({ ...connection });
  await client.connect();
  try {
    // The caller knows the columns of its query.
    return (await client.query(text)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** Signs up without a form token, so the submission is quarantined until the mailbox is confirmed. */
async function signUp(url: string, email: string): Promise<boolean> {
  const response = await fetch(`${url}/functions/v1/linkedin-live-signup`, {
    method: "POST",
    headers: { "content-type": "application/json", ...from(newAddress()) },
    body: JSON.stringify({ name: "Jordan Reyes", email }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  return response?.status === 202;
}

/** Signs up repeatedly until the server is killed, and collects the acknowledged addresses. */
async function signUpUntilItEnds(
  url: string,
  acknowledged: string[],
  isEnding: () => boolean,
): Promise<void> {
  while (!isEnding()) {
    const email = `${randomUUID()}@example.com`;
    if (await signUp(url, email)) acknowledged.push(email);
    else await sleep(20);
  }
}

describe("kill -9 in the middle of sign-ups", () => {
  it("loses no acknowledged sign-up, quarantines each once and sends each one email", async () => {
    const dataDir = join(folder, "burst");
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer({ dataDir });
      let isEnding = false;
      const before = acknowledged.length;
      const clients = Array.from({ length: 8 }, () =>
        signUpUntilItEnds(server.url, acknowledged, () => isEnding),
      );
      await until("enough sign-ups to be acknowledged", () => acknowledged.length > before + 60);
      await server.kill();
      isEnding = true;
      await Promise.all(clients);
    }
    const server = await startServer({ dataDir });
    const stored = await ask<{ email: string; submissions: number; letters: number }>(
      dataDir,
      `select input ->> 'email' as email, count(distinct held.id)::int as submissions,
         count(letters.id) filter (where letters.kind = 'confirm-submission')::int as letters
       from quarantined_submissions as held left join letters on letters.about = held.id group by 1`,
    );
    const byEmail = new Map(stored.map((row) => [row.email, row]));
    expect(acknowledged.filter((email) => !byEmail.has(email))).toEqual([]);
    expect(stored.filter(({ submissions, letters }) => submissions !== 1 || letters !== 1)).toEqual([]);
    const [count] = await ask<{ held: number; listed: number }>(
      dataDir,
      `select cardinality(seats_held_until) as listed,
         (select count(*)::int from quarantined_submissions where seat_event_id = events.id) as held
       from events where starts_at > now()`,
    );
    expect(count?.listed).toBe(count?.held);
    await server.stop();
  });
});

describe("a mail server with outages and a site that is killed @long", () => {
  it("deliver every confirmation, with duplicates only if the connection broke after the message was sent", async () => {
    // Fewer than the messages per hour that submissions without a form token can cause.
    const people = isLong ? 90 : 40;
    const dataDir = join(folder, "mail");
    const mail = await startMailServer();
    const port = await freePort();
    const start = (): Promise<RunningServer> => startServer({ dataDir, port, env: { SMTP_URL: mail.url } });
    let server = await start();
    const emails = Array.from({ length: people }, () => `${randomUUID()}@example.com`);
    const registering = registerAll(`http://127.0.0.1:${port}`, emails);
    for (let kill = 0; kill < (isLong ? 5 : 2); kill += 1) {
      await causeFailures(mail);
      await server.kill();
      if (!isLong) await expireLeases(dataDir);
      server = await start();
    }
    await registering;
    mail.behave("accept");

    const confirmations = (): Promise<Confirmation[]> => ask(dataDir, confirmationsQuery);
    await until(
      "all of them to be sent",
      async () => {
        // Skips the backoff, as an operator would when the mail server is back.
        await ask(dataDir, "update letters set next_try_at = now() where state = 'waiting'");
        return (await confirmations()).filter(({ state }) => state === "sent").length === people;
      },
      100_000,
    );
    const sent = await confirmations();
    const copies = mail.copies();
    const countCopies = ({ id }: Confirmation): number => copies.get(`<letter.${id}@localhost>`) ?? 0;
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(emails.toSorted());
    expect(sent.filter((letter) => countCopies(letter) === 0)).toEqual([]);
    expect(sent.filter((letter) => countCopies(letter) > 1 + letter.unclear)).toEqual([]);
    // If no message needed a retry, nothing was tested.
    expect(sent.some(({ attempts }) => attempts > 1)).toBe(true);
    await server.stop();
    await mail.stop();
  });
});

/**
 * Ends the leases of a killed server, which has the same effect on the next server as waiting until they expire. `npm run prove` waits.
 */
async function expireLeases(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  await query(
    postgres.connection,
    "update letters set claimed_until = now() - interval '1 s' where state = 'sending'",
  );
  await postgres.stop();
}

type Confirmation = { id: string; recipient: string; state: string; attempts: number; unclear: number };

const confirmationsQuery = `select id, recipient, state, attempts, unclear_attempts as unclear
  from letters where kind = 'confirm-submission'`;

/** Retries each sign-up until it is acknowledged. */
async function registerAll(url: string, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    while (!(await signUp(url, email))) await sleep(50);
    await sleep(10);
  }
}

/** Simulates the usual failures of mail servers. */
async function causeFailures(mail: MailServer): Promise<void> {
  let number = 0;
  const failEveryThird = (every: "drop" | "hang") => (recipient: string) => {
    if (recipient === "") return "accept" as const;
    number += 1;
    return number % 3 === 0 ? ({ at: "message", does: every } as const) : ("accept" as const);
  };
  mail.behave(failEveryThird("drop"));
  await sleep(700);
  mail.behave({ at: "recipient", code: 451, says: "4.3.2 Please try again later" });
  await sleep(300);
  await mail.pause();
  await sleep(400);
  await mail.resume();
  mail.behave(failEveryThird("hang"));
  await sleep(500);
  mail.behave("accept");
  await sleep(100);
}
