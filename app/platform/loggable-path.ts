/**
 * Matches base64url or UUID text, percent-encoded or not. Text with a capital letter or digit is treated as a secret, because the site's
 * own paths contain neither.
 */
const run = /[\w%-]{20,}/g;
const capitalOrDigit = /[A-Z0-9]/;

const longestLoggedPath = 200;

/**
 * Returns a request path for the log: no query, limited length, and secrets and email addresses masked in any encoding. A log reader must
 * not be able to open a result or redeem a link.
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
