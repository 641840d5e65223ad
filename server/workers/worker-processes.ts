import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "#app/platform/log.server.ts";
import { StartupProblem } from "#app/platform/startup-problem.ts";
import type { EmbeddedConnection } from "#embedded-postgres";
import { createReportCollector } from "./collect-reports.ts";
import type { ToSupervisor, ToWorker } from "./messages.ts";

export type StartedWorker = {
  /** Resolves with the port; undefined if the process ended before it listened. */
  listening: Promise<number | undefined>;
  /** Resolves with its messages for the administrator; undefined if the process ended before it was ready. */
  ready: Promise<string[] | undefined>;
  exited: Promise<WorkerEnd>;
};

type WorkerEnd = { code: number; signal: string | null };

export type Workers = {
  start(options: { number: number; port?: number }): StartedWorker;
  /** Lets all workers continue their start. */
  openDatabase(connection: EmbeddedConnection | undefined): void;
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

/** @param options.variables environment variables of the workers, in addition to those of this process */
export function createWorkers(options: {
  script: string;
  variables: NodeJS.ProcessEnv;
  log: Log;
  databaseRestarts: () => number | undefined;
}): Workers {
  const { script, variables, log, databaseRestarts } = options;
  // The structured clone keeps values that JSON cannot represent, such as the NaN of a metric.
  cluster.setupPrimary({ exec: script, args: [], serialization: "advanced" });
  const database = Promise.withResolvers<EmbeddedConnection | undefined>();
  const stopping = new AbortController();
  const failed = Promise.withResolvers<never>();
  const running = new Set<Worker>();
  const ready = new Set<Worker>();
  const collector = createReportCollector<Worker>({ listReady: () => [...ready], databaseRestarts });
  let failedStarts = 0;

  const countFailedStart = (): void => {
    failedStarts += 1;
    if (ready.size > 0 || failedStarts < maxFailedStarts) return;
    failed.reject(
      new StartupProblem("No process of the server starts: see the messages above, or set WORKERS to 1."),
    );
  };

  const start: Workers["start"] = ({ number, port }) => {
    const worker = cluster.fork({
      ...variables,
      WORKER_NUMBER: String(number),
      // With port 0, the system has chosen one for the first worker.
      ...(port === undefined ? {} : { PORT: String(port) }),
    });
    running.add(worker);
    const listening = Promise.withResolvers<number | undefined>();
    const announced = Promise.withResolvers<string[] | undefined>();
    const exited = Promise.withResolvers<WorkerEnd>();
    const send = (message: ToWorker): void => {
      if (worker.isConnected()) worker.send(message);
    };
    worker.once("listening", (address) => listening.resolve(address.port));
    worker.on("message", (message: ToSupervisor) => {
      if (message.kind === "joined") {
        void database.promise.then((connection) => send({ kind: "start", database: connection }));
      }
      if (message.kind === "ready") {
        failedStarts = 0;
        ready.add(worker);
        announced.resolve(message.sentences);
      }
      collector.receive(worker, message);
    });
    worker.once("exit", (code, signal) => {
      running.delete(worker);
      if (!ready.delete(worker) && !stopping.signal.aborted) countFailedStart();
      listening.resolve(undefined);
      announced.resolve(undefined);
      exited.resolve({ code, signal });
    });
    return { listening: listening.promise, ready: announced.promise, exited: exited.promise };
  };

  const keep = async (number: number, port: number, started: StartedWorker): Promise<void> => {
    let current = started;
    let pauseMs = minRestartIntervalMs;
    for (;;) {
      const startedAt = performance.now();
      const end = await current.exited;
      if (stopping.signal.aborted) return;
      if (performance.now() - startedAt > stableAfterMs) pauseMs = minRestartIntervalMs;
      log.error("worker.exited", { worker: number, ...end, pauseMs });
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      pauseMs = Math.min(pauseMs * 2, maxRestartIntervalMs);
      current = start({ number, port });
    }
  };

  return {
    start,
    openDatabase: (connection) => database.resolve(connection),
    async keepRunning({ count, first, port }) {
      const kept = [keep(1, port, first)];
      for (let number = 2; number <= count && !stopping.signal.aborted; number += 1) {
        kept.push(keep(number, port, start({ number, port })));
      }
      await Promise.race([Promise.all(kept), failed.promise]);
    },
    stop(signal) {
      stopping.abort();
      for (const worker of running) worker.process.kill(signal);
    },
  };
}
