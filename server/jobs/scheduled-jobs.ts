import { startReminders } from "#app/events/schedule/reminders.server.ts";
import { startPromotion } from "#app/events/seats/promote-after-holds.server.ts";
import { startAccountExpiry } from "#app/identity/account-management/delete-expired-accounts.server.ts";
import { startErasedRewrites } from "#app/people/erasure/rewrite-erased.server.ts";
import { startDigests } from "#app/people/digests/queue-digests.server.ts";
import { startAuditSealer } from "#app/audit/chain/audit-sealer.server.ts";
import { startChainVerifier } from "#app/compliance/chains/chain-verifier.server.ts";
import { startHashEmails } from "#app/compliance/chains/queue-hashes.server.ts";
import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { RepeatingTask } from "#app/platform/repeat.server.ts";
import { builtAt } from "#server/settings/build.ts";

/** Starts the scheduled jobs, except those whose state the health page shows. */
export function startScheduledJobs(
  deps: Pick<DatabaseConnection, "db" | "pool" | "dataDir"> & { clock: Clock; log: Log; outbox: Outbox },
): Pick<RepeatingTask, "stop">[] {
  return [
    startReminders({ ...deps, builtAt }),
    startPromotion(deps),
    startAccountExpiry({ ...deps, builtAt }),
    startErasedRewrites(deps),
    startDigests({ ...deps, builtAt }),
    startAuditSealer(deps),
    startChainVerifier(deps),
    startHashEmails(deps),
  ];
}
