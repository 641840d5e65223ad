import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withServerDatabase } from "../../bench/load/bare-insert.ts";
import { check } from "./check.ts";
import { runDiscovery, runNikto, runWhatweb } from "#tests/long/scanning/discovery.ts";
import { expectedAddresses, expectedTraits, expectExplained } from "#tests/long/scanning/explained.ts";
import { startPlantedVulnerabilities } from "#tests/long/scanning/planted.ts";
import type { ScanSession, Tally } from "#tests/long/scanning/relay.ts";
import { expectInstalled } from "#tests/long/scanning/run-tool.ts";
import { publicTargets, runSqlmap, type SqlTarget, staffTargets } from "#tests/long/scanning/sqlmap.ts";
import { startScanTarget, type ScanTarget } from "#tests/long/scanning/scanned-server.ts";
import { runWapiti } from "#tests/long/scanning/wapiti.ts";

// Runs Debian's web scanners against the built server on loopback, without a session and as an owner. Each tool must first find the
// vulnerabilities of a planted page. A finding without an explanation in `scanning/explained.ts`, a response of 500 and above, or an error
// in the server's log fails the check.

/** The paths that use a session. Signing out is excluded, because it would end the session during a scan. */
const staffArea = /^\/(?:admin|api)(?:[./?]|$)/;

/**
 * Without /admin/team, because Wapiti combines the choices of its forms without end; sqlmap tests its fields. Wapiti starts at the home
 * page.
 */
const forWapiti = /^\/(?:(?:admin(?:\/account)?|api\/session)(?:\?|$)|$)/;

const folder = mkdtempSync(join(tmpdir(), "practice-scans-"));
const stand = await startScanTarget();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)));
}
try {
  await withServerDatabase(stand.dataDir, async (pool) => {
    const planted = await startPlantedVulnerabilities(pool);
    try {
      await checkOnPlanted(planted.url);
    } finally {
      planted.stop();
    }
  });
  await checkWithoutSession(stand);
  await checkAsOwner(stand);
  await check("No errors in the log and no new account", async () => expectUnharmed(stand));
} finally {
  await cleanUp();
}

async function cleanUp(): Promise<void> {
  await stand.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function checkOnPlanted(url: string): Promise<void> {
  await check("Wapiti finds the planted vulnerabilities", async () => {
    expectInstalled("wapiti");
    const found = await runWapiti(folder, { url });
    for (const kind of ["SQL Injection", "Cross Site Scripting"]) {
      if (!found.some((line) => line.startsWith(kind))) throw new Error(`Wapiti found no ${kind}`);
    }
    return `${found.length} findings`;
  });
  await check("sqlmap finds the planted vulnerability", async () => {
    expectInstalled("sqlmap");
    const found = await runSqlmap(folder, url, { path: "/?q=1" });
    if (found.length === 0) throw new Error("sqlmap found none");
    return `${found.length} findings`;
  });
}

async function checkWithoutSession({ relay }: ScanTarget): Promise<void> {
  await scan("Wapiti, without a session", "wapiti", undefined, async () =>
    expectExplained(await runWapiti(folder, { url: relay.url })),
  );
  await scan("sqlmap, without a session", "sqlmap", undefined, () => injectAll(publicTargets, relay.url));
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

async function checkAsOwner({ relay, asOwner }: ScanTarget): Promise<void> {
  const starts = ["/admin", "/admin/account", "/api/session"];
  await scan("Wapiti, as an owner", "wapiti", await asOwner(forWapiti), async () =>
    expectExplained(await runWapiti(folder, { url: relay.url, starts })),
  );
  await scan("sqlmap, as an owner", "sqlmap", await asOwner(staffArea), () =>
    injectAll(staffTargets, relay.url),
  );
}

/** Runs one scan and reports its requests. Fails if a response was an error or a rate limit. */
async function scan(
  what: string,
  tool: string,
  session: ScanSession | undefined,
  work: () => Promise<string>,
): Promise<void> {
  await check(what, async () => {
    expectInstalled(tool);
    let words = "";
    const tally = await stand.relay.during(session, async () => {
      words = await work();
    });
    const [failure] = tally.failures;
    if (failure !== undefined) throw new Error(`${failure.status} for ${failure.asked} with ${failure.sent}`);
    return `${words}; ${describe(tally)}`;
  });
}

function describe({ requests, statuses }: Tally): string {
  if (requests === 0) throw new Error("the tool sent no requests");
  const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return `${requests} requests, responses ${counts.join(", ")}`;
}

async function injectAll(targets: readonly SqlTarget[], url: string): Promise<string> {
  const found: string[] = [];
  for (const target of targets) {
    const findings = await runSqlmap(folder, url, target);
    found.push(...findings.map((line) => `${target.path}: ${line}`));
  }
  return `${targets.length} forms and addresses, ${expectExplained(found)}`;
}

function expectAmong(found: readonly string[], expected: ReadonlySet<string>): string {
  if (found.length === 0) throw new Error("the tool found nothing, not even what exists");
  const others = found.filter((one) => !expected.has(one));
  if (others.length > 0) throw new Error(`not expected: ${others.join(", ")}`);
  return `${new Set(found).size} found, all expected`;
}

async function expectUnharmed({ server, dataDir }: ScanTarget): Promise<string> {
  const faults = server
    .output()
    .split("\n")
    .filter((line) => line.includes('"level":"error"'));
  if (faults.length > 0) throw new Error(`${faults.length} errors in the log: ${faults[0]}`);
  const { rows } = await withServerDatabase(dataDir, (pool) =>
    pool.query<{ email: string }>("select email from staff_users where role <> 'pending'"),
  );
  if (rows.length !== 1) throw new Error(`there are ${rows.length} accounts with a role instead of one`);
  return "one account with a role";
}
