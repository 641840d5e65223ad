import { createWorkQueue, type WorkQueue } from "#app/platform/work-queue.server.ts";
import { hashPassword, isOutdatedHash, passwordCost, verifyPassword } from "./hash-password.server.ts";

/** Two leave something of a small machine to whoever reads the site; with more waiting than this a person would wait for seconds. */
const bounds = { maxConcurrent: 1, maxWaiting: 16 };

/** Hashes and verifies passwords with limited concurrency. Both methods throw `QueueIsFull` when too many calls are waiting. */
export type Passwords = {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
  /** Whether a hash was made in an older way, or at another cost. */
  isOutdated(hash: string): boolean;
  /** The same hash without the queue, for what stands in it already. */
  hashNow(password: string): Promise<string>;
  queue: WorkQueue;
};

/**
 * One for each process: its bounds are those of the machine.
 * @param cost less only in tests, which hash for every person that they need
 */
export function createPasswords(cost = passwordCost): Passwords {
  const queue = createWorkQueue(bounds);
  const hashNow = (password: string): Promise<string> => hashPassword(password, cost);
  return {
    hash: (password) => queue.run(() => hashNow(password)),
    verify: (hash, password) => queue.run(() => verifyPassword(hash, password)),
    isOutdated: (hash) => isOutdatedHash(hash, cost),
    hashNow,
    queue,
  };
}
