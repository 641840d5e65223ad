/** Limits of the details of an event, for its schema and its form. Lengths are in characters. */
export const eventLimits = { ownHosts: 3, topics: 20, topic: 200, summary: 400, biography: 600 } as const;
