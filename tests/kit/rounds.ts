/** The number of rounds of tests that kill processes: few with `npm test`, many with `npm run prove`. */
export const rounds = process.env.PROVE === "1" ? 20 : 2;

/**
 * `npm test` runs every seventh of many similar queries. This covers each filter and order, because none of them has seven values. `npm run
 * prove` runs all of them.
 */
export const samplingInterval = process.env.PROVE === "1" ? 1 : 7;

/** The number of connections in tests that open many. */
export const manyConnections = process.env.PROVE === "1" ? 10_000 : 2_000;
