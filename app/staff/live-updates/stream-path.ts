/** Where a browser listens for news of leads. */
export const streamPath = "/api/stream";

/**
 * What comes down the stream, by name; none of them says anything of anybody. `ready`: from now on nothing is missed. `beat`: still
 * there. `leads`, `visits`: one of these lists has changed. `signed-out`: the session may not listen any more.
 */
export const streamEvents = ["ready", "beat", "leads", "visits", "signed-out"] as const;

export type StreamEvent = (typeof streamEvents)[number];

// spec §9: the heartbeat, and how long a connection may take to come about.
export const heartbeatMs = 25_000;
export const connectLimitMs = 10_000;
