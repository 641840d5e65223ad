import pg from "pg";
import { startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import { createLog } from "./log.ts";
import { EmbeddedPostgresError } from "../src/reporting.ts";

// A program that tests kill. It starts the database in the given folder, prints one line of JSON, and then stores numbered rows and
// prints each number after its row is acknowledged.
//
//   node run-database.ts <data folder> [--no-setpriv] [--rows]

const [dataDir = "", ...flags] = process.argv.slice(2);

try {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: createLog({ level: "info", write: (line) => process.stderr.write(line) }),
    forTests: flags.includes("--no-setpriv") ? { setpriv: "no-setpriv-here" } : {},
  });
  print({ pid: postgres.pid(), connection: postgres.connection });
  process.once("SIGTERM", () => void postgres.stop());
  if (flags.includes("--rows")) await storeRows(postgres.connection);
} catch (error) {
  if (!(error instanceof EmbeddedPostgresError)) throw error;
  print({ problem: error.message });
  process.exitCode = 1;
}

async function storeRows(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  await client.query("create table if not exists kept (number bigint primary key)");
  for (let number = 1; ; number += 1) {
    await client.query("insert into kept values ($1)", [number]);
    print({ number });
  }
}

function print(line: unknown): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
