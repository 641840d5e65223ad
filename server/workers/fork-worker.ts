import cluster, { type Worker } from "node:cluster";
import type { Log } from "#app/platform/log.server.ts";
import type { ToSupervisor, ToWorker } from "./messages.ts";

export type StartedWorker = {
  /** Resolves with the port; undefined if the process ended before it listened. */
  listening: Promise<number | undefined>;
  /** Resolves with its messages for the administrator; undefined if the process ended before it was ready. */
  ready: Promise<string[] | undefined>;
  exited: Promise<WorkerEnd>;
  isConnected(): boolean;
  send(message: ToWorker): void;
  kill(signal: NodeJS.Signals): void;
};

export type WorkerEnd = { code: number; signal: string | null };

type Options = {
  number: number;
  /** The port that the first worker has opened; undefined for the first one. */
  port?: number | undefined;
  /** Environment variables, in addition to those of this process. */
  variables: NodeJS.ProcessEnv;
  log: Log;
  receive(message: ToSupervisor, sender: StartedWorker): void;
};

/** Starts the process of a worker. */
export function forkWorker({ number, port, variables, log, receive }: Options): StartedWorker {
  const worker = cluster.fork({
    ...variables,
    WORKER_NUMBER: String(number),
    // With port 0, the system has chosen one for the first worker.
    ...(port === undefined ? {} : { PORT: String(port) }),
  });
  const listening = Promise.withResolvers<number | undefined>();
  const ready = Promise.withResolvers<string[] | undefined>();
  const exited = Promise.withResolvers<WorkerEnd>();
  const started = createHandle(worker, {
    listening: listening.promise,
    ready: ready.promise,
    exited: exited.promise,
  });
  // A message to a process that was killed fails. Without a listener, the error would end the supervisor.
  worker.on("error", (error) => log.warn("worker.message_failed", { worker: number, error }));
  worker.once("listening", (address) => listening.resolve(address.port));
  worker.on("message", (message: ToSupervisor) => {
    if (message.kind === "ready") ready.resolve(message.sentences);
    receive(message, started);
  });
  worker.once("exit", (code, signal) => {
    listening.resolve(undefined);
    ready.resolve(undefined);
    exited.resolve({ code, signal });
  });
  return started;
}

function createHandle(
  worker: Worker,
  promises: Pick<StartedWorker, "listening" | "ready" | "exited">,
): StartedWorker {
  return {
    ...promises,
    isConnected: () => worker.isConnected(),
    send: (message) => void (worker.isConnected() && worker.send(message)),
    kill: (signal) => void worker.process.kill(signal),
  };
}
