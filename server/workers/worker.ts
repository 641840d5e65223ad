import cluster, { type Worker } from "node:cluster";
import type { EmbeddedConnection } from "#embedded-postgres";
import type { MetricReport, MetricsExchange } from "#server/monitoring/metrics-registry.ts";
import type { ToSupervisor, ToWorker } from "./messages.ts";

/** What a server that is one of several processes of a supervisor knows and can ask. */
export type WorkerLink = MetricsExchange & {
  /** Whether this is the first process of all. It opens the port before the database, and answers while the server starts. */
  opensPort: boolean;
  /** Resolves when the database is available, with its connection if it is the embedded one. */
  database: Promise<{ connection: EmbeddedConnection; restarts(): number } | undefined>;
  /** @param sentences startup messages for the administrator */
  announceReady(sentences: string[]): void;
};

/**
 * Listens to the supervisor.
 * @param number of this process, from 1; a replacement has the number of the worker that it replaces
 * @returns undefined in a process without a supervisor
 */
export function joinSupervisor(number: number): WorkerLink | undefined {
  return cluster.worker === undefined ? undefined : createLink(cluster.worker, number);
}

function createLink(worker: Worker, number: number): WorkerLink {
  const started = Promise.withResolvers<EmbeddedConnection | undefined>();
  const collections = new Map<number, (reports: MetricReport[]) => void>();
  let readReport: () => Promise<MetricReport> = () => Promise.resolve([]);
  let databaseRestarts = 0;
  let requests = 0;
  const send = (message: ToSupervisor): void => {
    if (worker.isConnected()) worker.send(message);
  };
  worker.on("message", (message: ToWorker) => {
    if (message.kind === "start") started.resolve(message.database);
    if (message.kind === "collected") collections.get(message.request)?.(message.reports);
    if (message.kind === "report") {
      const { request } = message;
      databaseRestarts = message.databaseRestarts ?? 0;
      readReport().then(
        (report) => send({ kind: "reported", request, report }),
        () => send({ kind: "reported", request, report: [] }),
      );
    }
  });
  send({ kind: "joined" });
  return {
    number,
    opensPort: worker.id === 1,
    database: started.promise.then(
      (connection) => connection && { connection, restarts: () => databaseRestarts },
    ),
    announceReady: (sentences) => send({ kind: "ready", sentences }),
    reportWith(read) {
      readReport = read;
    },
    async collectReports() {
      requests += 1;
      const request = requests;
      const collected = Promise.withResolvers<MetricReport[]>();
      collections.set(request, collected.resolve);
      send({ kind: "collect", request });
      const reports = await collected.promise;
      collections.delete(request);
      return reports;
    },
  };
}
