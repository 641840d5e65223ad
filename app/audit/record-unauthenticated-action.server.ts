import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";
import { countedNetwork } from "#app/platform/http/client-address.server.ts";
import { maxUnauthenticatedAuditEntries } from "#app/platform/limits.ts";
import type { AuditAction } from "./audit-action.ts";

/** An action or attempt without an account. */
export type UnauthenticatedAction = {
  action: AuditAction;
  details: Readonly<Record<string, string>>;
  clientAddress: string | undefined;
};

const limitReached: AuditAction = "entry-limit-reached";

/**
 * Records an action without an account, at most once in 15 minutes per IPv4 address or IPv6 /48, because strangers must not fill an
 * append-only log. The site has a limit per quarter of an hour; one further entry states that it was reached. Entries that name an account,
 * which waits for approval, have a separate limit of the same size, because one network can have many such accounts. Concurrent calls may
 * exceed the limits by one entry each, which is preferable to a missing one.
 * @throws errors of the database, because an action that cannot be recorded must not happen
 */
export async function recordUnauthenticatedAction(
  db: Kysely<Database>,
  { action, details, clientAddress }: UnauthenticatedAction,
): Promise<void> {
  // The entry of an IPv6 address stands for its /48. It also contains the first address.
  const network = clientAddress?.includes(":") === true ? countedNetwork(clientAddress) : undefined;
  const entry = JSON.stringify({ ...details, ...(network === undefined ? {} : { network }) });
  const stated = JSON.stringify(details["account"] === undefined ? {} : { account: "several" });
  // Entries in the future were added under a wrong clock. They must not use up the limit.
  await sql`
    with recent as materialized (
      select action, details, client_address, at >= date_bin('15 minutes', now(), timestamptz 'epoch') as is_current
      from audit_events
      where actor_kind = 'nobody' and subject is null
        and at > now() - interval '15 minutes' and at < now() + interval '15 minutes'
        and jsonb_exists(details, 'account') = jsonb_exists(${entry}::jsonb, 'account')
    ), state as (
      select count(*) filter (where is_current and action <> ${limitReached}) >= ${maxUnauthenticatedAuditEntries} as is_full,
        coalesce(bool_or(is_current and action = ${limitReached}), false) as is_stated,
        coalesce(bool_or(
          action = ${action} and details = ${entry}::jsonb
            and (${network !== undefined}::boolean or client_address is not distinct from ${clientAddress ?? null}::text)
        ), false) as is_recorded
      from recent
    )
    insert into audit_events (action, actor_kind, details, client_address)
    select case when is_full then ${limitReached}::text else ${action}::text end, 'nobody',
      case when is_full then ${stated}::jsonb else ${entry}::jsonb end, case when not is_full then ${clientAddress ?? null}::text end
    from state
    where not is_recorded and not (is_full and is_stated)`.execute(db);
}
