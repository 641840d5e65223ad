/** How often a test that kills something does so: a few times with `npm test`, many with `npm run prove`. */
export const rounds = process.env.PROVE === "1" ? 20 : 2;

/** How many connections a test opens that wants many. */
export const manyConnections = process.env.PROVE === "1" ? 10_000 : 2_000;
