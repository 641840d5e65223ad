const maxLoggedLength = 200;

/** Extensions that tell a scanner from a broken link. No other part of an unknown file name is logged. */
const loggedExtensions =
  /\.(?:aspx?|bak|css|env|gz|html?|ico|jpe?g|js|json|map|pdf|php|png|sql|svg|txt|xml|zip)$/i;

type KnownSegments = Pick<ReadonlySet<string>, "has">;

/**
 * Returns a request path for the log: no query, limited length, and every segment masked that the site's own routes do not contain. Other
 * segments can be a name, a phone number, an email address in any spelling, or a secret that opens a result or redeems a link.
 * @param knownSegments lower-case static segments of all routes, and the addresses of articles
 */
export function loggablePath(path: string, knownSegments: KnownSegments): string {
  const masked = path
    .split("/")
    .map((segment) => maskSegment(segment, knownSegments))
    .join("/");
  return masked.length > maxLoggedLength ? `${masked.slice(0, maxLoggedLength)}…` : masked;
}

function maskSegment(segment: string, knownSegments: KnownSegments): string {
  if (segment === "") return "";
  const [, name = segment, dataSuffix = ""] = /^(.*?)(\.data)?$/s.exec(segment) ?? [];
  if (knownSegments.has(name.toLowerCase())) return segment;
  return `…${dataSuffix || (loggedExtensions.exec(segment)?.[0] ?? "")}`;
}

/** Splits route patterns such as `/admin/people/:leadId` into their static segments. */
export function readStaticSegments(patterns: Iterable<string>): Set<string> {
  const segments = [...patterns].flatMap((pattern) => pattern.split("/"));
  return new Set(
    segments.filter((segment) => /^[^:*]+$/.test(segment)).map((segment) => segment.toLowerCase()),
  );
}
