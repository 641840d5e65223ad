import { startEmbeddedPostgres } from "#embedded-postgres";
import { silentLog } from "#app/platform/log.server.ts";
import { freePort } from "./running-server.ts";

/**
 * Starts PostgreSQL on a loopback port with a password, like an external server, and returns the settings of servers that share it.
 * @param dataDir its folder, which the caller removes
 * @param settings further settings of PostgreSQL
 */
export async function servePostgres(dataDir: string, settings: Readonly<Record<string, string>> = {}) {
  const port = await freePort();
  const served = await startEmbeddedPostgres({
    dataDir,
    log: silentLog,
    forTests: {
      administrator: true,
      settings: { ...settings, listen_addresses: "127.0.0.1", port: String(port) },
    },
  });
  const { user, password } = served.connection;
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    env: { DATABASE_URL: url, SESSION_SECRET: "a secret for tests, longer than thirty-two characters" },
    pid: served.pid,
    stop: () => served.stop(),
  };
}
