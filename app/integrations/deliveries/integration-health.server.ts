import { type Kysely, sql } from "kysely";
import type { Database } from "#app/data/schema/database.ts";

export type IntegrationHealth = {
  destinations: number;
  /** Names of destinations that the program stopped. */
  stopped: string[];
  /** For active destinations. */
  waiting: number;
  /** The time since which the oldest of them has been waiting. A delivery does not count as waiting before its first attempt is due. */
  waitingSince: Date | null;
  /** In the last seven days. */
  failed: number;
  lastDeliveredAt: Date | null;
};

export async function readIntegrationHealth(db: Kysely<Database>): Promise<IntegrationHealth> {
  const waiting = sql`from integration_deliveries as delivery
    join integration_destinations as destination on destination.id = delivery.destination_id and destination.state = 'active'
    where delivery.state = 'waiting'`;
  const { rows } = await sql<IntegrationHealth>`
    select
      (select count(*)::int from integration_destinations) as destinations,
      array(select name from integration_destinations where state = 'stopped' order by created_at) as stopped,
      (select count(*)::int ${waiting}) as waiting,
      (select min(case delivery.attempts when 0 then least(delivery.next_try_at, now()) else delivery.occurred_at end) ${waiting})
        as waiting_since,
      (select count(*)::int from integration_deliveries
        where state = 'failed' and settled_at > now() - interval '7 days') as failed,
      (select max(latest.at) from integration_destinations as destination cross join lateral (
        select max(settled_at) as at from integration_deliveries
        where destination_id = destination.id and state = 'delivered'
      ) as latest) as last_delivered_at`.execute(db);
  const [health] = rows;
  if (health === undefined) throw new Error("The database returned no figures about integrations.");
  return health;
}
