import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, type RunningServer, startServer } from "#tests/kit/running-server.ts";
import { check } from "./check.ts";
import { startDebianCaddy, startDebianNginx, type TestProxy } from "./debian-proxies.ts";
import { startDebianPostgres } from "./debian-postgres.ts";
import { startProxyLoad } from "./proxy-load.ts";

// Restarts two servers on one PostgreSQL one after the other, behind each proxy of `deploy/`, while pages and forms are sent.

const rounds = 3;
/** The time in which a proxy notices that a restarted server is ready (docs/operations.md). */
const settleMs = 5_000;

await checkProxy("nginx with deploy/nginx.conf", startDebianNginx);
await checkProxy("Caddy with deploy/Caddyfile", startDebianCaddy);

async function checkProxy(
  name: string,
  startProxy: (ports: readonly [number, number]) => Promise<TestProxy>,
): Promise<void> {
  await check(`Restarts of two servers behind ${name}`, async () => {
    const ports = [await freePort(), await freePort()] as const;
    const proxy = await startProxy(ports);
    try {
      return await restartUnderLoad(proxy, ports);
    } finally {
      await proxy.stop();
    }
  });
}

/** @throws if a request failed */
async function restartUnderLoad(proxy: TestProxy, ports: readonly [number, number]): Promise<string> {
  const database = await startDebianPostgres();
  const env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    SITE_URL: "https://www.example.com",
    SHUTDOWN_DELAY: "3",
  };
  const start = (port: number): Promise<RunningServer> =>
    startServer({ dataDir: join(tmpdir(), "practice-prove-none"), port, env });
  const servers: RunningServer[] = [];
  try {
    for (const port of ports) servers.push(await start(port));
    await sleep(settleMs);
    const load = startProxyLoad(proxy.port);
    for (let round = 0; round < rounds; round += 1) {
      for (const [at, port] of ports.entries()) {
        await servers[at]?.stop();
        servers[at] = await start(port);
        await sleep(settleMs);
      }
    }
    const { total, forms, failures } = await load.stop();
    if (failures.length > 0) {
      throw new Error(`${failures.length} of ${total} requests failed: ${[...new Set(failures)].join("; ")}`);
    }
    return `0 of ${total} requests failed, ${forms} of them forms, in ${rounds * 2} restarts`;
  } finally {
    for (const server of servers) await server.stop();
    await database.stop();
  }
}
