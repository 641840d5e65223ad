/**
 * A run of base64url or of a UUID, percent-encoded or not. With a capital or a digit in it, it is taken for a secret: the words of our
 * own paths have none.
 */
const run = /[\w%-]{20,}/g;
const capitalOrDigit = /[A-Z0-9]/;

const longestLoggedPath = 200;

/**
 * A request's path (no query) as it may be logged: secrets and email addresses masked, however the path is spelled, and its length
 * bounded. Whoever reads the log must not be able to open a result or redeem a link.
 */
export function loggablePath(path: string): string {
  const bounded = path.length > longestLoggedPath ? `${path.slice(0, longestLoggedPath)}…` : path;
  return bounded
    .split("/")
    .map((part) => (part.includes("@") || part.includes("%40") ? "…" : part.replaceAll(run, maskSecret)))
    .join("/");
}

function maskSecret(text: string): string {
  return capitalOrDigit.test(text) ? "…" : text;
}
