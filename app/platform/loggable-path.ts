/** Addresses whose last part is a secret: whoever reads the log must not be able to open them. */
const secretAddresses = [/^(\/pre-loi-assessment\/result\/)[^/]+/, /^(\/auth\/set-up\/)[^/]+/] as const;

const longestLoggedPath = 200;

/** A request's path (no query) as it may be logged: secrets masked, length bounded. */
export function loggablePath(path: string): string {
  const masked = secretAddresses.reduce((value, secret) => value.replace(secret, "$1…"), path);
  return masked.length > longestLoggedPath ? `${masked.slice(0, longestLoggedPath)}…` : masked;
}
