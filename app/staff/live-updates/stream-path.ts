export const streamPath = "/api/stream";

/**
 * Events of the stream, none with personal data. `ready`: from now on every change is announced. `beat`: heartbeat. `leads`, `visits`:
 * one of these lists has changed. `signed-out`: the session has ended or lacks permission.
 */
export const streamEvents = ["ready", "beat", "leads", "visits", "signed-out"] as const;

export type StreamEvent = (typeof streamEvents)[number];

// spec §9: heartbeat and connection timeout.
export const heartbeatMs = 25_000;
export const connectTimeoutMs = 10_000;
