/** A whole request that posts JSON to the server on this machine, by a visitor with an address of its own. */
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

/** The address of a visitor, by number. From the range kept for tests of networks (RFC 2544), which holds 131,072. */
export function visitorAddress(number: number): string {
  return `198.${18 + (Math.floor(number / 65_536) % 2)}.${Math.floor(number / 256) % 256}.${number % 256}`;
}
