import { setTimeout as sleep } from "node:timers/promises";
import type { Staff } from "#app/identity/accounts/staff.ts";
import { createWorkQueue, type WorkQueue } from "#app/platform/work-queue.server.ts";
import { hashPassword, isOutdatedHash, passwordCost, verifyPassword } from "./hash-password.server.ts";

/** A hash takes about 50 ms and a wrong password adds a pause, so the last caller waits at most five seconds while both lanes are full. */
const bounds = {
  maxConcurrent: 1,
  lanes: { staff: { maxWaiting: 16, turns: 1 }, anyone: { maxWaiting: 16, turns: 1 } },
};

/**
 * Strangers can fill the lane `anyone`. The lane `staff` is for accounts with a role, and only for requests that strangers cannot send:
 * a sign-in from a known device, a session, an invitation or a reset link.
 */
export type Lane = keyof typeof bounds.lanes;

/** Returns the lane of a session. Anyone can get a session without a role. */
export function chooseLane({ role }: Pick<Staff, "role">): Lane {
  return role === "pending" ? "anyone" : "staff";
}

/** Hashes and verifies passwords with limited concurrency. Both methods throw `QueueIsFull` when too many calls are waiting. */
export type Passwords = {
  hash(password: string, lane: Lane): Promise<string>;
  verify(hash: string, password: string, lane: Lane): Promise<boolean>;
  /** Whether a hash has an outdated algorithm or cost. */
  isOutdated(hash: string): boolean;
  /** `hash` and `verify` without the queue, for callers that are already running in it. */
  hashNow(password: string): Promise<string>;
  verifyNow(hash: string, password: string): Promise<boolean>;
  /** Runs in the queue after a wrong password, so that guessing leaves CPU time to other requests. */
  pauseAfterWrong(): Promise<void>;
  queue: WorkQueue<Lane>;
};

/**
 * Creates one instance for each process, because its limits leave time on a processor core to other requests.
 * @param cost lower only in tests
 */
export function createPasswords(cost = passwordCost): Passwords {
  const queue = createWorkQueue(bounds);
  const hashNow = (password: string): Promise<string> => hashPassword(password, cost);
  return {
    hash: (password, lane) => queue.run(lane, () => hashNow(password)),
    verify: (hash, password, lane) => queue.run(lane, () => verifyPassword(hash, password)),
    isOutdated: (hash) => isOutdatedHash(hash, cost),
    hashNow,
    verifyNow: verifyPassword,
    pauseAfterWrong: () => sleep(cost.pauseAfterWrongMs),
    queue,
  };
}
