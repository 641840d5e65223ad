/** The number of requests in flight in this process. Background work yields to them. */
export type Traffic = {
  /** Counts a request until its promise settles. */
  during<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
};

export function createTraffic(): Traffic {
  let inFlight = 0;
  return {
    async during(work) {
      inFlight += 1;
      try {
        return await work();
      } finally {
        inFlight -= 1;
      }
    },
    isBusy: () => inFlight > 0,
  };
}
