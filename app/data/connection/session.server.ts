import type { ClientBase } from "pg";
import { z } from "zod";

/** The server or database accepts no writes. The code is PostgreSQL's code for a rejected write. */
export class ReadOnlyDatabase extends Error {
  override readonly name = "ReadOnlyDatabase";
  readonly code = "25006";
  readonly isStandby: boolean;

  constructor(isStandby: boolean) {
    super(isStandby ? "The database server is a standby." : "The database is read-only.");
    this.isStandby = isStandby;
  }
}

/** Timeouts in milliseconds. Pages and commands need less than a tenth of these; the timeouts end hung statements. */
const limits = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
} as const;

/** Statements that set the timeouts for one transaction. */
export const transactionLimits = Object.entries(limits)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join("; ");

const pooledClients = new WeakSet<object>();

/**
 * Whether the connection goes through a pooler such as PgBouncer. In transaction mode, each transaction may run in another session, so
 * the session must keep no prepared statements or settings.
 */
export function isPooled(client: object): boolean {
  return pooledClients.has(client);
}

/** Process ID of the server backend; undefined behind a pooler, where it changes. */
export function backendPid(client: object): number | undefined {
  return isPooled(client) ? undefined : announcedPid(client);
}

/** The library sets this from BackendKeyData, but its types omit it. */
function announcedPid(client: object): number {
  return Number(Reflect.get(client, "processID") ?? 0);
}

/**
 * Prepares a new connection. A statement sets the timeouts because PgBouncer rejects them as startup parameters. The process ID in the
 * cancel key reveals a pooler: PostgreSQL sends its own ID, and a pooler generates one.
 * @throws ReadOnlyDatabase if the server accepts no writes
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
