import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { hashPassword } from "#app/identity/passwords/hash-password.server.ts";
import { openConnection } from "./kit/http-connection.ts";
import { canReadMemory, readMemory } from "./kit/process-memory.ts";
import { startServer } from "./kit/server-process.ts";
import { withServerDatabase } from "./load/bare-insert.ts";
import { type Amounts, fillLists } from "./load/fill-lists.ts";
import { signInRequest } from "./load/sign-in-requests.ts";

/** A server with full lists and a signed-in staff member with recent authentication. */
export type StaffArea = {
  /** Direct access to the server's database. */
  inDatabase<T>(work: (pool: Pool) => Promise<T>): Promise<T>;
  /**
   * Requests a page or a file of the staff area.
   * @throws if the response is not 200
   */
  ask(path: string, method?: "GET" | "POST"): Promise<Response>;
  /** The current memory of the server process in MiB; undefined if the system does not report it. */
  memoryMiB(): number | undefined;
  close(): Promise<void>;
};

const credentials = { email: "person@example.com", password: "a password for benchmarks" };

/** @param settings additional settings of the server */
export async function openStaffArea(
  amounts: Amounts,
  settings: Readonly<Record<string, string>> = {},
): Promise<StaffArea> {
  const server = await startServer(undefined, settings);
  const inDatabase = <T>(work: (pool: Pool) => Promise<T>) => withServerDatabase(server.dataDir, work);
  try {
    await inDatabase((pool) => fillLists(pool, amounts));
    await inDatabase(untilSealed);
    await inDatabase(addAccount);
    const cookie = await signIn(server.port);
    return {
      inDatabase,
      async ask(path, method = "GET") {
        const response = await fetch(`http://localhost:${server.port}${path}`, {
          method,
          headers: { cookie },
        });
        if (response.status !== 200) throw new Error(`${path} returned ${response.status}.`);
        return response;
      },
      memoryMiB: () => (canReadMemory([server.pid]) ? readMemory([server.pid]).rssMiB : undefined),
      close: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Waits until the server has sealed the audit events of the data, which keeps it busy for some seconds, but only once. */
async function untilSealed(pool: Pool): Promise<void> {
  const deadline = performance.now() + maxSealingMs;
  for (;;) {
    const { rows } = await pool.query<{ isSealed: boolean }>(
      `select not exists (
         select from audit_events as event where not exists (select from audit_seals where event_id = event.id)
       ) as "isSealed"`,
    );
    if (rows[0]?.isSealed === true) return;
    if (performance.now() > deadline) throw new Error("The server did not seal the audit log in time.");
    await sleep(1_000);
  }
}

/** The server seals every minute. */
const maxSealingMs = 180_000;

async function addAccount(pool: Pool): Promise<void> {
  await pool.query(
    `with account as (
       insert into staff_users (id, name, email, email_verified, role)
       values (gen_random_uuid()::text, 'A person', $1, true, 'staff') returning id
     )
     insert into staff_accounts (id, account_id, provider_id, user_id, password)
     select gen_random_uuid()::text, id, 'credential', id, $2 from account`,
    [credentials.email, await hashPassword(credentials.password)],
  );
}

/** @returns the cookie of a new session */
async function signIn(port: number): Promise<string> {
  const connection = await openConnection(port);
  const { status, headers } = await connection.send(signInRequest(port, 1, credentials));
  connection.close();
  const cookies = headers.filter(([name]) => name.toLowerCase() === "set-cookie");
  if (cookies.length === 0) throw new Error(`The sign-in returned ${status} without a session.`);
  return cookies.map(([, cookie]) => cookie.split(";", 1).join("")).join("; ");
}
