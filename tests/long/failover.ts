import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, sleep, startServer, until } from "#tests/kit/running-server.ts";
import { startBurst, storedIds, submit } from "#tests/kit/submission-burst.ts";
import { asAdministrator } from "#tests/kit/test-server.ts";
import { check } from "./check.ts";
import { startDebianCluster, type TestCluster } from "./debian-postgres.ts";

// Kills the primary of two servers under load and promotes its synchronous standby, as docs/runbook.md describes.

const rounds = 5;
/** How long forms are sent before the primary is killed. */
const loadMs = 3_000;

await check(`${rounds} failovers to a synchronous standby under load`, async () => {
  const results = [];
  for (let round = 0; round < rounds; round += 1) results.push(await failOver());
  const acknowledged = results.reduce((sum, result) => sum + result.acknowledged, 0);
  const slowest = Math.max(...results.map(({ millisecondsUntilStored }) => millisecondsUntilStored));
  return `${acknowledged} acknowledged, 0 lost; both servers stored a form at most ${slowest} ms after the promotion`;
});

/** @throws if an acknowledged submission is not in the database of the promoted standby */
async function failOver() {
  const cluster = await startDebianCluster();
  const servers: RunningServer[] = [];
  try {
    const env = { DATABASE_URL: cluster.url, SESSION_SECRET: randomBytes(32).toString("base64url") };
    const dataDir = join(tmpdir(), "practice-prove-none");
    for (let count = 0; count < 2; count += 1) servers.push(await startServer({ dataDir, env }));
    const { acknowledged, end } = await startBurst(servers.map(({ url }) => url));
    await sleep(loadMs);
    await cluster.killPrimary();
    await promote(cluster);
    const began = performance.now();
    for (const { url } of servers) {
      await until("a form to be stored after the promotion", () => isStored(url));
    }
    const millisecondsUntilStored = Math.round(performance.now() - began);
    await end();
    const ids = await storedIds({ connectionString: cluster.standbyUrl });
    const lost = acknowledged.filter((id) => !ids.has(id));
    if (lost.length > 0) throw new Error(`${lost.length} of ${acknowledged.length} were lost`);
    return { acknowledged: acknowledged.length, millisecondsUntilStored };
  } finally {
    for (const server of servers) await server.stop();
    await cluster.stop();
  }
}

/** Ends when the standby accepts writes. */
function promote({ standbyUrl }: TestCluster): Promise<unknown> {
  return asAdministrator({ url: standbyUrl, template: "", prefix: "" }, (client) =>
    client.query("select pg_promote()"),
  );
}

async function isStored(url: string): Promise<boolean> {
  return submit(url, crypto.randomUUID()).then(
    (id) => id !== undefined,
    () => false,
  );
}
