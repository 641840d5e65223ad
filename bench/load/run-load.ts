import { percentile } from "./statistics.ts";

/** The results of concurrent workers that each work sequentially. */
export type Load = { done: number; perSecond: number; p50Ms: number; p99Ms: number };

/**
 * Runs concurrent workers for a time. Work that started in time is awaited and counted.
 * @param work one iteration of a worker; the number counts through all workers
 */
export async function runLoad(options: {
  workers: number;
  forMs: number;
  work: (worker: number, round: number) => Promise<void>;
}): Promise<Load> {
  const latencies: number[] = [];
  let round = 0;
  const began = performance.now();
  const until = began + options.forMs;
  const repeat = async (worker: number): Promise<void> => {
    for (let start = performance.now(); start < until;) {
      await options.work(worker, round++);
      const end = performance.now();
      latencies.push(end - start);
      start = end;
    }
  };
  await Promise.all(Array.from({ length: options.workers }, (_, worker) => repeat(worker)));
  return {
    done: latencies.length,
    perSecond: (latencies.length / (performance.now() - began)) * 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
}
