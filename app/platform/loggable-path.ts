/**
 * Whatever looks like a key in an address is one: a run of at least twenty characters of base64url or of a UUID, percent-encoded
 * or not, with a capital or a digit among them. The words of our own addresses never have those.
 */
const secret = /(?=[\w%-]{20})(?=[\w%-]*[A-Z0-9])[\w%-]+/g;

const longestLoggedPath = 200;

/**
 * A request's path (no query) as it may be logged: secrets masked, however the path is spelled, and its length bounded. Whoever
 * reads the log must not be able to open a result or redeem a link.
 */
export function loggablePath(path: string): string {
  const bounded = path.length > longestLoggedPath ? `${path.slice(0, longestLoggedPath)}…` : path;
  return bounded.replaceAll(secret, "…");
}
