import type { Pool } from "pg";
import { z } from "zod";
import { StartupProblem } from "#app/platform/startup-problem.ts";

/**
 * Checks that the server version is supported and that committed data survives a crash.
 * @returns the version, for display
 * @throws StartupProblem with the required change
 */
export async function checkEngine(pool: Pool, options: { acceptDataLoss: boolean }): Promise<string> {
  const answer = await pool.query(`
    select current_setting('server_version') as version,
           current_setting('server_version_num') as version_number,
           current_setting('fsync') as fsync,
           current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('server_encoding') as encoding`);
  const engine = engineSchema.parse(answer.rows[0]);
  if (Number(engine.version_number) < oldestVersionNumber) {
    throw new StartupProblem(
      `The database server is PostgreSQL ${engine.version}, and this program needs 15 or newer: point DATABASE_URL at a newer one.`,
    );
  }
  if (engine.encoding !== "UTF8") {
    throw new StartupProblem(
      `The database stores text as ${engine.encoding}, and names need UTF8: create one with "create database … encoding 'UTF8' template template0" and point DATABASE_URL at it.`,
    );
  }
  const off = durabilitySettings.find((name) => engine[name] === "off");
  if (off !== undefined && !options.acceptDataLoss) {
    throw new StartupProblem(
      `The database server runs with ${off} = off and could lose committed data: turn ${off} on and start again.`,
    );
  }
  return engine.version;
}

const oldestVersionNumber = 150_000;
const durabilitySettings = ["fsync", "full_page_writes", "synchronous_commit"] as const;

const engineSchema = z.object({
  version: z.string(),
  version_number: z.string(),
  fsync: z.string(),
  full_page_writes: z.string(),
  synchronous_commit: z.string(),
  encoding: z.string(),
});
