/** An address that nobody else has, from the range kept for tests of networks (RFC 2544): limits count it alone. */
export function newAddress(): string {
  const part = (most: number): number => Math.floor(Math.random() * most);
  return `198.${18 + part(2)}.${part(256)}.${part(256)}`;
}

/** What a client sends from that address, through a proxy that the server trusts. */
export function from(address: string): Record<string, string> {
  return { "x-forwarded-for": address };
}
