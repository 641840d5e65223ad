import { randomUUID } from "node:crypto";
import { hashPassword, passwordCost } from "#app/identity/passwords/hash-password.server.ts";
import { openConnection } from "./kit/http-connection.ts";
import { type ServerProcess, startSettledServer } from "./kit/server-process.ts";
import { withServerDatabase } from "./load/bare-insert.ts";
import { type Load, runLoad } from "./load/run-load.ts";
import { pageRequest, signInRequest } from "./load/sign-in-requests.ts";
import { median } from "./load/statistics.ts";
import { formatNumber, type Line } from "./report.ts";

const password = "a password for benchmarks";
const accounts = 4_000;
const readers = 8;
const staff = 4;
const attackers = 100;
/** Maximum page latency (99th percentile) during password guessing, as a multiple of the latency without it. */
const maxGuessesRatio = 3;

/**
 * Measures the cost of a password hash, the number of sign-ins per second, and their effect on visitors of public pages: first with four
 * people who sign in repeatedly, then with a hundred connections that guess passwords from different addresses.
 */
export async function measureSignInLoad(): Promise<Line[]> {
  const hashLine = await measureHash();
  const server = await startSettledServer();
  try {
    await addAccounts(server);
    const statuses: Statuses = { people: {}, guesses: {} };
    // The first measurement only warms up both processes; without it, the quiet value would look slower than it is.
    await readPages(server, 4_000);
    const alone = await readPages(server, 4_000);
    const [signIns, besideSignIns] = await Promise.all([
      trySignIns(server, { workers: staff, forMs: 6_000, statuses: statuses.people, password }),
      readPages(server, 6_000),
    ]);
    const [guesses, besideGuesses] = await Promise.all([
      trySignIns(server, {
        workers: attackers,
        forMs: 6_000,
        statuses: statuses.guesses,
        password: "a guess",
      }),
      readPages(server, 6_000),
    ]);
    const times = await compareAnswers(server);
    return [
      hashLine,
      signInLine(signIns, statuses.people),
      pagesLine({ alone, besideSignIns, besideGuesses }),
      guessesLine(guesses, statuses.guesses),
      timesLine(times),
    ];
  } finally {
    await server.stop();
  }
}

type Counts = Record<number, number>;
type Statuses = { people: Counts; guesses: Counts };

async function measureHash(): Promise<Line> {
  const times: number[] = [];
  for (let at = 0; at < 12; at += 1) {
    const began = performance.now();
    await hashPassword(password);
    times.push(performance.now() - began);
  }
  const ms = median(times.slice(2));
  return {
    kind: "measured",
    what: "One password hash without other load",
    result: `${formatNumber(ms)} ms and ${formatNumber(passwordCost.memoryKiB / 1024)} MiB, Argon2id`,
    values: { hashMs: ms, hashMiB: passwordCost.memoryKiB / 1024 },
  };
}

/** All accounts have the same password, so that it is hashed only once. */
async function addAccounts({ dataDir }: ServerProcess): Promise<void> {
  const hash = await hashPassword(password);
  await withServerDatabase(dataDir, async (pool) => {
    await pool.query(
      `with account as (
         insert into staff_users (id, name, email, email_verified, role)
         select gen_random_uuid()::text, 'A person', 'person-' || number || '@example.com', true, 'staff'
         from generate_series(1, $1) as number returning id
       )
       insert into staff_accounts (id, account_id, provider_id, user_id, password)
       select gen_random_uuid()::text, id, 'credential', id, $2 from account`,
      [accounts, hash],
    );
  });
}

let visitors = 0;

/** Each attempt uses a different address and account, so that no rate limit applies. */
async function trySignIns(
  { port }: ServerProcess,
  tries: { workers: number; forMs: number; statuses: Counts; password: string },
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: tries.workers }, () => openConnection(port)));
  try {
    return await runLoad({
      workers: tries.workers,
      forMs: tries.forMs,
      work: async (worker) => {
        visitors += 1;
        const email = `person-${(visitors % accounts) + 1}@example.com`;
        const request = signInRequest(port, visitors, { email, password: tries.password });
        const status = (await open[worker]?.send(request))?.status ?? 0;
        tries.statuses[status] = (tries.statuses[status] ?? 0) + 1;
      },
    });
  } finally {
    for (const connection of open) connection.close();
  }
}

/** Eight connections that request the home page repeatedly. */
async function readPages({ port }: ServerProcess, forMs: number): Promise<Load> {
  const open = await Promise.all(Array.from({ length: readers }, () => openConnection(port)));
  const request = pageRequest(port, "/");
  try {
    return await runLoad({
      workers: readers,
      forMs,
      work: async (worker) => {
        const answer = await open[worker]?.send(request);
        if (answer?.status !== 200) throw new Error(`the home page returned ${String(answer?.status)}`);
      },
    });
  } finally {
    for (const connection of open) connection.close();
  }
}

/** Compares the time of wrong passwords for existing accounts and for unknown addresses, in alternation. */
async function compareAnswers({ port }: ServerProcess): Promise<{ knownMs: number; unknownMs: number }> {
  const connection = await openConnection(port);
  const times: Record<"known" | "unknown", number[]> = { known: [], unknown: [] };
  try {
    for (let at = 0; at < 80; at += 1) {
      for (const kind of ["known", "unknown"] as const) {
        visitors += 1;
        const email = kind === "known" ? `person-${at + 1}@example.com` : `${randomUUID()}@example.com`;
        const began = performance.now();
        await connection.send(signInRequest(port, visitors, { email, password: "a guess" }));
        times[kind].push(performance.now() - began);
      }
    }
  } finally {
    connection.close();
  }
  return { knownMs: median(times.known), unknownMs: median(times.unknown) };
}

function signInLine({ done, perSecond, p50Ms, p99Ms }: Load, statuses: Counts): Line {
  const signedIn = statuses[302] ?? statuses[303] ?? 0;
  return {
    kind: "measured",
    what: `Sign-ins per second, ${staff} concurrent people`,
    result: `${formatNumber((perSecond * signedIn) / done)}; half within ${formatNumber(p50Ms)} ms, 99 of 100 within ${formatNumber(p99Ms)} ms`,
    values: { perSecond: (perSecond * signedIn) / done, p50Ms, p99Ms },
    limit: { words: "all attempts succeed", holds: signedIn === done },
  };
}

function pagesLine(loads: { alone: Load; besideSignIns: Load; besideGuesses: Load }): Line {
  const { alone, besideSignIns, besideGuesses } = loads;
  const figures = (load: Load): string =>
    `${formatNumber(load.p99Ms)} ms (${formatNumber(load.perSecond)} pages/s)`;
  const guessesRatio = besideGuesses.p99Ms / alone.p99Ms;
  return {
    kind: "measured",
    what: `Home page for ${readers} readers, 99th percentile`,
    result: `without load ${figures(alone)}; during sign-ins ${figures(besideSignIns)}; during guessing ${figures(besideGuesses)}, ${formatNumber(guessesRatio)} times the time without load`,
    values: {
      aloneP99Ms: alone.p99Ms,
      besideSignInsP99Ms: besideSignIns.p99Ms,
      besideGuessesP99Ms: besideGuesses.p99Ms,
      alonePerSecond: alone.perSecond,
      besideSignInsPerSecond: besideSignIns.perSecond,
      besideGuessesPerSecond: besideGuesses.perSecond,
      guessesRatio,
    },
    limit: {
      words: `at most ${maxGuessesRatio} times during guessing`,
      holds: guessesRatio <= maxGuessesRatio,
    },
  };
}

function guessesLine({ perSecond, p99Ms }: Load, statuses: Counts): Line {
  const answered = Object.entries(statuses).map(([status, count]) => `${status}: ${formatNumber(count)}`);
  const succeeded = (statuses[302] ?? 0) + (statuses[303] ?? 0);
  return {
    kind: "measured",
    what: `Password attempts per second, ${attackers} connections`,
    result: `${formatNumber(perSecond)}, 99 of 100 within ${formatNumber(p99Ms)} ms; by status ${answered.join(", ")}`,
    values: { perSecond, p99Ms, wrong: statuses[401] ?? 0, busy: statuses[503] ?? 0 },
    limit: { words: "no attempt succeeds", holds: succeeded === 0 },
  };
}

function timesLine({ knownMs, unknownMs }: { knownMs: number; unknownMs: number }): Line {
  return {
    kind: "measured",
    what: "A wrong password, for an existing and for an unknown account",
    result: `${formatNumber(knownMs)} ms and ${formatNumber(unknownMs)} ms; ratio ${formatNumber(knownMs / unknownMs)}`,
    values: { knownMs, unknownMs, ratio: knownMs / unknownMs },
  };
}
