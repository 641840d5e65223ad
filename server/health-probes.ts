import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { readDatabaseHealth } from "#app/data/health/database-health.server.ts";
import type { Retention } from "#app/people/retention/retention.server.ts";
import type { Collector } from "#app/tracking/collector/collector.server.ts";
import type { HealthProbes } from "#app/platform/health.ts";
import { version } from "#package.json";

/** Creates the health checks that the staff area displays. */
export function createHealthProbes(parts: {
  db: DatabaseConnection["db"];
  collector: Pick<Collector, "health">;
  retention: Pick<Retention, "health">;
}): HealthProbes {
  const startedAt = new Date(Date.now() - process.uptime() * 1_000);
  return {
    database: () => readDatabaseHealth(parts.db),
    visits: () => parts.collector.health(),
    retention: () => parts.retention.health(),
    program: () => ({
      version,
      node: process.versions.node,
      startedAt,
      memoryBytes: process.memoryUsage.rss(),
    }),
  };
}
