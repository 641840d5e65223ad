import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withDatabaseOf } from "../../bench/load/bare-insert.ts";
import { check } from "./check.ts";
import { runDiscovery, runNikto, runWhatweb } from "#tests/long/scanning/discovery.ts";
import { expectedAddresses, expectedTraits, expectExplained } from "#tests/long/scanning/explained.ts";
import { startPlantedHoles } from "#tests/long/scanning/planted.ts";
import type { Asker, Tally } from "#tests/long/scanning/relay.ts";
import { expectInstalled } from "#tests/long/scanning/run-tool.ts";
import { publicTargets, runSqlmap, type SqlTarget, staffTargets } from "#tests/long/scanning/sqlmap.ts";
import { makeStand, type Stand } from "#tests/long/scanning/stand.ts";
import { runWapiti } from "#tests/long/scanning/wapiti.ts";

// Debian's web scanners against the built server on loopback, as nobody and as an owner. Each must first find the holes of a page that
// has some. A finding that `scanning/explained.ts` does not explain fails, and so does any answer of 500 and above, and any fault in
// the server's log.

/** Where a session matters. Signing out would end it in the middle of a scan, and does nothing else. */
const staffArea = /^\/(?:admin|api)(?:[./?]|$)/;

/** Not /admin/team, the choices of whose forms Wapiti combines without end: its fields are sqlmap's part. The home page is its first. */
const forWapiti = /^\/(?:(?:admin(?:\/account)?|api\/session)(?:\?|$)|$)/;

const folder = mkdtempSync(join(tmpdir(), "practice-scans-"));
const stand = await makeStand();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void putAway().finally(() => process.exit(1)));
}
try {
  await withDatabaseOf(stand.dataDir, async (pool) => {
    const planted = await startPlantedHoles(pool);
    try {
      await checkOnPlanted(planted.url);
    } finally {
      planted.stop();
    }
  });
  await checkAsNobody(stand);
  await checkAsOwner(stand);
  await check("Nothing broke: no fault in the log, and nobody came in", async () => expectUnharmed(stand));
} finally {
  await putAway();
}

async function putAway(): Promise<void> {
  await stand.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function checkOnPlanted(url: string): Promise<void> {
  await check("Wapiti finds the holes of a page that has some", async () => {
    expectInstalled("wapiti");
    const found = await runWapiti(folder, { url });
    for (const kind of ["SQL Injection", "Cross Site Scripting"]) {
      if (!found.some((line) => line.startsWith(kind))) throw new Error(`it finds no ${kind}`);
    }
    return `${found.length} findings`;
  });
  await check("sqlmap finds the hole of a page that has one", async () => {
    expectInstalled("sqlmap");
    const found = await runSqlmap(folder, url, { path: "/?q=1" });
    if (found.length === 0) throw new Error("it finds none");
    return `${found.length} findings`;
  });
}

async function checkAsNobody({ relay }: Stand): Promise<void> {
  await scan("Wapiti, as nobody", "wapiti", undefined, async () =>
    expectExplained(await runWapiti(folder, { url: relay.url })),
  );
  await scan("sqlmap, as nobody", "sqlmap", undefined, () => injectAll(publicTargets, relay.url));
  await scan("Nikto", "nikto", undefined, async () => expectExplained(await runNikto(folder, relay.url)));
  await scan("Content discovery with ffuf", "ffuf", undefined, async () => {
    const found = await runDiscovery(folder, relay.url);
    return expectAmong(found, expectedAddresses);
  });
  await scan("WhatWeb", "whatweb", undefined, async () => {
    const found = [...(await runWhatweb(`${relay.url}/`)), ...(await runWhatweb(`${relay.url}/auth`))];
    return expectAmong(found, expectedTraits);
  });
}

async function checkAsOwner({ relay, asOwner }: Stand): Promise<void> {
  const starts = ["/admin", "/admin/account", "/api/session"];
  await scan("Wapiti, as an owner", "wapiti", await asOwner(forWapiti), async () =>
    expectExplained(await runWapiti(folder, { url: relay.url, starts })),
  );
  await scan("sqlmap, as an owner", "sqlmap", await asOwner(staffArea), () =>
    injectAll(staffTargets, relay.url),
  );
}

/** Makes one scan; also says what was asked, and fails where it ended in a fault or in the limits. */
async function scan(
  what: string,
  tool: string,
  asker: Asker | undefined,
  work: () => Promise<string>,
): Promise<void> {
  await check(what, async () => {
    expectInstalled(tool);
    let words = "";
    const tally = await stand.relay.during(asker, async () => {
      words = await work();
    });
    const [failure] = tally.failures;
    if (failure !== undefined) throw new Error(`${failure.status} for ${failure.asked} with ${failure.sent}`);
    return `${words}; ${describe(tally)}`;
  });
}

function describe({ requests, statuses }: Tally): string {
  if (requests === 0) throw new Error("it asked for nothing");
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return `${requests} requests, answered ${counts.join(", ")}`;
}

async function injectAll(targets: readonly SqlTarget[], url: string): Promise<string> {
  const found: string[] = [];
  for (const target of targets) {
    const told = await runSqlmap(folder, url, target);
    found.push(...told.map((line) => `${target.path}: ${line}`));
  }
  return `${targets.length} forms and addresses, ${expectExplained(found)}`;
}

function expectAmong(found: readonly string[], expected: ReadonlySet<string>): string {
  if (found.length === 0) throw new Error("it found nothing, not even what is there");
  const others = found.filter((one) => !expected.has(one));
  if (others.length > 0) throw new Error(`not expected: ${others.join(", ")}`);
  return `${new Set(found).size} found, all expected`;
}

async function expectUnharmed({ server, dataDir }: Stand): Promise<string> {
  const faults = server
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'));
  if (faults.length > 0) throw new Error(`${faults.length} faults in the log: ${faults[0]}`);
  const { rows } = await withDatabaseOf(dataDir, (pool) =>
    pool.query<{ email: string }>("select email from staff_users where role <> 'pending'"),
  );
  if (rows.length !== 1) throw new Error(`there are ${rows.length} accounts with a role, and one was added`);
  return "one account with a role, the one that was added";
}
