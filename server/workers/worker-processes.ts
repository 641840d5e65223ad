import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import type { EmbeddedPostgres } from "#embedded-postgres";
import { createReportCollector } from "./collect-reports.ts";
import { forkWorker, type StartedWorker } from "./fork-worker.ts";

export type Workers = {
  start(options: { number: number; port?: number }): StartedWorker;
  /** Lets all workers continue their start. @param postgres undefined with DATABASE_URL */
  openDatabase(postgres: Pick<EmbeddedPostgres, "connection" | "restarts"> | undefined): void;
  /**
   * Starts the other workers, and replaces workers that end unexpectedly. Resolves when all have ended after `stop`.
   * @throws StartupProblem if no worker is ready and several starts have failed
   */
  keepRunning(options: { count: number; first: StartedWorker; port: number }): Promise<void>;
  /** Sends a shutdown signal to all workers. */
  stop(signal: NodeJS.Signals): void;
};

const minRestartIntervalMs = 100;
const maxRestartIntervalMs = 5_000;
/** After a run of this length, the restart interval is reset. */
const stableAfterMs = 5_000;
/** Consecutive failed starts, while no worker is ready, after which the supervisor ends. */
const maxFailedStarts = 5;

type Options = {
  /** The program of a worker. */
  script: string;
  /** Environment variables of the workers, in addition to those of this process. */
  variables: NodeJS.ProcessEnv;
  log: Log;
};

export function createWorkers({ script, variables, log }: Options): Workers {
  // The structured clone keeps values that JSON cannot represent, such as the NaN of a metric.
  cluster.setupPrimary({ exec: script, args: [], serialization: "advanced" });
  const database = Promise.withResolvers<EmbeddedPostgres["connection"] | undefined>();
  let databaseRestarts: () => number | undefined = () => undefined;
  const stopping = new AbortController();
  const running = new Set<StartedWorker>();
  const ready = new Set<StartedWorker>();
  const failedStarts = countFailedStarts(() => ready.size > 0);
  const collector = createReportCollector<StartedWorker>({
    listReady: () => [...ready],
    databaseRestarts: () => databaseRestarts(),
  });

  const start: Workers["start"] = ({ number, port }) => {
    const started = forkWorker({
      number,
      port,
      variables,
      log,
      receive(message, sender) {
        if (message.kind === "ready") ready.add(sender);
        if (message.kind === "joined") {
          void database.promise.then((connection) => sender.send({ kind: "start", database: connection }));
        }
        collector.receive(sender, message);
      },
    });
    running.add(started);
    void started.exited.then(() => {
      running.delete(started);
      failedStarts.count(ready.delete(started) || stopping.signal.aborted);
    });
    return started;
  };

  return {
    start,
    openDatabase(postgres) {
      databaseRestarts = () => postgres?.restarts();
      database.resolve(postgres?.connection);
    },
    async keepRunning({ count, first, port }) {
      const { signal } = stopping;
      const keep = (number: number, worker: StartedWorker): Promise<void> =>
        keepWorker(worker, { number, restart: () => start({ number, port }), signal, log });
      const kept = [keep(1, first)];
      for (let number = 2; number <= count && !signal.aborted; number += 1) {
        kept.push(keep(number, start({ number, port })));
      }
      await Promise.race([Promise.all(kept), failedStarts.exceeded]);
    },
    stop(signal) {
      stopping.abort();
      for (const worker of running) worker.kill(signal);
    },
  };
}

/** Replaces a worker whenever it ends, with growing intervals, until the signal. */
async function keepWorker(
  first: StartedWorker,
  {
    number,
    restart,
    signal,
    log,
  }: { number: number; restart: () => StartedWorker; signal: AbortSignal; log: Log },
): Promise<void> {
  let current = first;
  let pauseMs = minRestartIntervalMs;
  for (;;) {
    const startedAt = performance.now();
    const end = await current.exited;
    if (signal.aborted) return;
    if (performance.now() - startedAt > stableAfterMs) pauseMs = minRestartIntervalMs;
    log.error("worker.exited", { worker: number, ...end, pauseMs });
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    pauseMs = Math.min(pauseMs * 2, maxRestartIntervalMs);
    current = restart();
  }
}

/** A worker that cannot start does not matter while others answer. */
function countFailedStarts(isAnyReady: () => boolean): {
  count(hasSucceeded: boolean): void;
  exceeded: Promise<never>;
} {
  const exceeded = Promise.withResolvers<never>();
  // `keepRunning` waits for it only after the first worker is ready.
  exceeded.promise.catch(() => undefined);
  let failures = 0;
  return {
    count(hasSucceeded) {
      failures = hasSucceeded || isAnyReady() ? 0 : failures + 1;
      if (failures < maxFailedStarts) return;
      exceeded.reject(new StartupProblem("No process of the server starts: see the messages above."));
    },
    exceeded: exceeded.promise,
  };
}
