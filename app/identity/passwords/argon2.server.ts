import type { Argon2Parameters } from "node:crypto";
import { Worker } from "node:worker_threads";

type Answer = { id: number; hash: Uint8Array } | { id: number; failure: string };
type Job = { resolve: (hash: Buffer) => void; reject: (reason: Error) => void };

/**
 * The thread gets a lower priority, so that hashing uses the CPU time that requests leave. Only Linux has priorities for threads;
 * elsewhere the call would apply to the whole process. Where a sandbox forbids it, hashing works at the priority of requests.
 */
const workerSource = `
const { argon2Sync } = require("node:crypto");
const { setPriority } = require("node:os");
const { parentPort } = require("node:worker_threads");
try {
  if (process.platform === "linux") setPriority(0, 19);
} catch (error) {
  if (!["EPERM", "EACCES"].includes(error.info?.code)) throw error;
}
parentPort.on("message", ({ id, parameters }) => {
  try {
    parentPort.postMessage({ id, hash: argon2Sync("argon2id", parameters) });
  } catch (error) {
    parentPort.postMessage({ id, failure: String(error) });
  }
});
`;

const jobs = new Map<number, Job>();
let lastId = 0;
let worker: Worker | undefined;

/**
 * Computes an Argon2id hash on a thread of low priority, one hash at a time.
 * @throws if the parameters are invalid or the thread ended, for example for lack of memory
 */
export async function argon2id(parameters: Argon2Parameters): Promise<Buffer> {
  worker ??= startWorker();
  const thread = worker;
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    jobs.set(id, { resolve, reject });
    // The process does not exit while a hash is being computed. An idle thread does not keep it running.
    thread.ref();
    thread.postMessage({ id, parameters });
  });
}

function startWorker(): Worker {
  const started = new Worker(workerSource, { eval: true });
  started.on("message", (answer: Answer) => {
    const job = jobs.get(answer.id);
    jobs.delete(answer.id);
    if (jobs.size === 0) started.unref();
    if ("hash" in answer) job?.resolve(Buffer.from(answer.hash));
    else job?.reject(new Error(answer.failure));
  });
  started.on("error", (error) => abandon(started, error));
  started.on("exit", () => abandon(started, new Error("The thread that hashes passwords ended.")));
  return started;
}

/** The next hash starts a new thread. */
function abandon(ended: Worker, reason: unknown): void {
  if (worker !== ended) return;
  worker = undefined;
  for (const { reject } of jobs.values()) reject(new Error("A password was not hashed.", { cause: reason }));
  jobs.clear();
}
