/** A unique network address from the range for benchmarks (RFC 2544), so that rate limits count it separately. */
export function newAddress(): string {
  const part = (most: number): number => Math.floor(Math.random() * most);
  return `198.${18 + part(2)}.${part(256)}.${part(256)}`;
}

/** The headers of a request from an address through a trusted proxy. */
export function from(address: string): Record<string, string> {
  return { "x-forwarded-for": address };
}
