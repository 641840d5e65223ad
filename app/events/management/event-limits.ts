/** Limits of the details of an event, for its schema and its form. Lengths are in characters. */
export const eventLimits = { ownHosts: 3, topics: 20, topic: 200, summary: 400, biography: 600 } as const;

/** How often staff can send the join link to a person again within 24 hours, so that no mailbox is flooded. */
export const maxLinksPerDay = 3;
