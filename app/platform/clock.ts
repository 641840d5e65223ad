/** Where the time comes from: a dependency, so that tests can fix it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
