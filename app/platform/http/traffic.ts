/** How many requests are being answered by this process: work that can wait gives way to them. */
export type Traffic = {
  /** Counts a request until what it does is settled. */
  during<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
};

export function createTraffic(): Traffic {
  let underWay = 0;
  return {
    async during(work) {
      underWay += 1;
      try {
        return await work();
      } finally {
        underWay -= 1;
      }
    },
    isBusy: () => underWay > 0,
  };
}
