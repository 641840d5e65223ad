/** Whether this is `npm run prove`, whose tests take longer than those of `npm test`. */
export const isLong = process.env.PROVE === "1";

/** The number of rounds of tests that kill processes: few with `npm test`, many with `npm run prove`. */
export const rounds = isLong ? 20 : 2;

/**
 * `npm test` runs every seventh of many similar queries. This covers each filter and order, because none of them has seven values. `npm run
 * prove` runs all of them.
 */
export const samplingInterval = isLong ? 1 : 7;

/** The number of connections in tests that open many. */
export const manyConnections = isLong ? 10_000 : 2_000;

/** The number of people who sign up for an event with 100 seats at the same time. */
export const concurrentSignups = isLong ? 500 : 200;
