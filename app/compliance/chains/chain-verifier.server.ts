import { type Kysely, sql } from "kysely";
import type { ChainName } from "#app/data/schema/archive.ts";
import type { Database } from "#app/data/schema/database.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";
import { loadChainStatus } from "./chain-status.server.ts";
import { verifyAudit, verifySite } from "./verify-chains.server.ts";

const intervalMs = 3_600_000;
const triesPerDay = 24;

type Deps = { db: Kysely<Database>; log: Log };

/** Verifies both chains once a day. Servers that start at the same time can verify them twice, which is harmless. */
export function startChainVerifier(deps: Deps): Pick<RepeatingTask, "stop"> {
  // Reading a large record takes minutes, for which a server that stops must not wait.
  const stopping = new AbortController();
  const repetition = repeat({
    pauseMs: intervalMs,
    run: () => verifyDueChains(deps, stopping.signal),
    onError(error, consecutiveFailures) {
      // A failure that lasts is reported once a day.
      if (stopping.signal.aborted || consecutiveFailures % triesPerDay !== 1) return;
      deps.log.error("record.verification_failed", { error });
    },
  });
  return {
    stop() {
      stopping.abort();
      return repetition.stop();
    },
  };
}

/**
 * Verifies the chains that have entries and were not verified today. If one cannot be read, the other is verified nevertheless.
 * @throws the first error
 */
export async function verifyDueChains(deps: Deps, signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const { chain, head } of await loadChainStatus(deps.db)) {
    if (head === undefined || (await wasVerified(deps.db, chain))) continue;
    signal?.throwIfAborted();
    await verifyChain(deps, { chain, position: head.position }, signal).catch((error: unknown) => {
      errors.push(error);
    });
  }
  if (errors.length > 0) throw errors[0];
}

async function verifyChain(
  { db, log }: Deps,
  { chain, position }: { chain: ChainName; position: number },
  signal: AbortSignal | undefined,
): Promise<void> {
  const { problems } = chain === "site" ? await verifySite(db, signal) : await verifyAudit(db, signal);
  const [firstProblem] = problems;
  if (firstProblem === undefined) log.info("record.verified", { chain, position });
  else log.error("record.not_intact", { chain, problems: problems.length, firstProblem });
}

/** A verification in the future was stored while the clock was wrong. */
async function wasVerified(db: Kysely<Database>, chain: ChainName): Promise<boolean> {
  const { rows } = await sql`
    select from chain_verifications
    where chain = ${chain} and verified_at between now() - interval '23 hours' and now()
    limit 1`.execute(db);
  return rows.length > 0;
}
