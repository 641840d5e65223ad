/** A complete request that posts JSON from a visitor with a separate address. */
export function postRequest(
  port: number,
  path: string,
  number: number,
  fields: object,
  headers: readonly string[] = [],
): string {
  const body = JSON.stringify(fields);
  return [
    `POST ${path} HTTP/1.1`,
    `Host: localhost:${port}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Forwarded-For: ${visitorAddress(number)}`,
    ...headers,
    "",
    body,
  ].join("\r\n");
}

/** Returns the address of a visitor by number, from the 131,072 addresses reserved for benchmarks (RFC 2544). */
export function visitorAddress(number: number): string {
  return `198.${18 + (Math.floor(number / 65_536) % 2)}.${Math.floor(number / 256) % 256}.${number % 256}`;
}
