import type { ClientBase } from "pg";
import { z } from "zod";

/** The server, or the database, accepts no writes. The code is the one that PostgreSQL has for a write that it refuses. */
export class ReadOnlyDatabase extends Error {
  override readonly name = "ReadOnlyDatabase";
  readonly code = "25006";
  readonly isStandby: boolean;

  constructor(isStandby: boolean) {
    super(isStandby ? "The database server is a standby." : "The database is read-only.");
    this.isStandby = isStandby;
  }
}

/** Times in milliseconds. No page or command needs a tenth of these; they end what hangs. */
const limits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** The limits for one transaction, as statements. */
export const transactionLimits = Object.entries(limits)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join("; ");

const pooledClients = new WeakSet<object>();

/**
 * Whether a pooler such as PgBouncer stands between us and the server. In transaction mode each transaction may reach another
 * session, so nothing may be kept there: no prepared statement, no setting.
 */
export function isPooled(client: object): boolean {
  return pooledClients.has(client);
}

/** The number of the server's process for a connection; undefined behind a pooler, where it changes. */
export function backendPid(client: object): number | undefined {
  return isPooled(client) ? undefined : announcedPid(client);
}

/** The library has it from BackendKeyData; its types leave it out. */
function announcedPid(client: object): number {
  return Number(Reflect.get(client, "processID") ?? 0);
}

/**
 * Prepares a new connection. The limits are set by a statement and not as startup parameters, which PgBouncer refuses. A pooler
 * is recognized by the process number in the connection's cancel key: PostgreSQL sends its own, a pooler invents one.
 * @throws ReadOnlyDatabase where no write would be accepted
 */
export async function openSession(client: ClientBase): Promise<void> {
  const announced = announcedPid(client);
  const settings = Object.entries(limits).map(([name, value]) => `set_config('${name}', '${value}', false)`);
  const answer = await client.query(`
    select pg_backend_pid() = ${announced} as is_direct,
      pg_is_in_recovery() as is_standby,
      current_setting('transaction_read_only') = 'on' as is_read_only,
      case when pg_backend_pid() = ${announced} then array[${settings.join(", ")}] end as settings`);
  const session = sessionSchema.parse(answer.rows[0]);
  if (session.is_read_only) throw new ReadOnlyDatabase(session.is_standby);
  if (!session.is_direct) pooledClients.add(client);
}

const sessionSchema = z.object({
  is_direct: z.boolean(),
  is_standby: z.boolean(),
  is_read_only: z.boolean(),
});
