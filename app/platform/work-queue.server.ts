import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { AppError } from "./errors.ts";

/** Thrown when the queue has reached its limit. */
export class QueueIsFull extends AppError {
  constructor() {
    super("unavailable", "Too much work is waiting.");
  }
}

/**
 * Waits one to two seconds, before a response that rejects a request for overload. Without the delay, rejected clients would retry hundreds
 * of times per second. Without the jitter, they would all retry at the same time.
 */
export async function delayOverloadResponse(): Promise<void> {
  await sleep(1_000 * (1 + Math.random()));
}

/** Limits of one lane of a queue. */
type LaneLimits = {
  /** Maximum number of waiting tasks. */
  maxWaiting: number;
  /** How many tasks the lane may start before each lower lane with waiting tasks has had its turns. */
  turns: number;
};

/**
 * Limits how many expensive tasks run at the same time and how many wait. Without limits, a few hundred requests would starve all other
 * requests of CPU time.
 */
export type WorkQueue<Lane extends string> = {
  /** @throws QueueIsFull when the lane has reached its limit */
  run<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result>;
  /** Whether a task would have to wait now. */
  isBusy(): boolean;
  /** Whether a task of this lane would be rejected now. */
  isFull(lane: Lane): boolean;
};

/**
 * Creates a queue with separate lanes, so that a flood in one lane neither fills nor blocks another.
 * @param limits.lanes ordered by priority, the highest first
 */
export function createWorkQueue<Lane extends string>({
  maxConcurrent,
  lanes: limits,
}: {
  maxConcurrent: number;
  lanes: Readonly<Record<Lane, LaneLimits>>;
}): WorkQueue<Lane> {
  const lanes = new Map<string, LaneLimits & { turnsLeft: number; waiting: (() => void)[] }>(
    Object.entries<LaneLimits>(limits).map(([name, { maxWaiting, turns }]) => [
      name,
      { maxWaiting, turns, turnsLeft: turns, waiting: [] },
    ]),
  );
  let running = 0;

  const isLaneFull = (name: Lane): boolean => {
    const lane = lanes.get(name);
    return lane === undefined || lane.waiting.length >= lane.maxWaiting;
  };
  const enter = async (name: Lane): Promise<void> => {
    if (running < maxConcurrent) {
      running += 1;
      return;
    }
    if (isLaneFull(name)) throw new QueueIsFull();
    await new Promise<void>((begin) => lanes.get(name)?.waiting.push(begin));
  };
  // A round ends when every lane with waiting tasks has used its turns. No lane can starve another.
  const takeNext = (): (() => void) | undefined => {
    const waiting = [...lanes.values()].filter((lane) => lane.waiting.length > 0);
    if (waiting.every(({ turnsLeft }) => turnsLeft === 0)) {
      for (const lane of lanes.values()) lane.turnsLeft = lane.turns;
    }
    const lane = waiting.find(({ turnsLeft }) => turnsLeft > 0);
    if (lane === undefined) return undefined;
    lane.turnsLeft -= 1;
    return lane.waiting.shift();
  };
  const leave = (): void => {
    const next = takeNext();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    async run(lane, work) {
      await enter(lane);
      try {
        // A task without asynchronous waits would otherwise finish before the server reads another request.
        await nextTurn();
        return await work();
      } finally {
        leave();
      }
    },
    isBusy: () => running >= maxConcurrent,
    isFull: (lane) => running >= maxConcurrent && isLaneFull(lane),
  };
}
