/** How often a test that kills something does so: a few times with `npm test`, many with `npm run prove`. */
export const rounds = process.env.PROVE === "1" ? 20 : 2;

/**
 * Of many ways to ask the same thing every seventh with `npm test`: it falls upon each filter and each order in turn, since none of them has
 * seven. With `npm run prove` all of them.
 */
export const everySo = process.env.PROVE === "1" ? 1 : 7;

/** How many connections a test opens that wants many. */
export const manyConnections = process.env.PROVE === "1" ? 10_000 : 2_000;
