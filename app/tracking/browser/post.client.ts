/** Sends JSON to an endpoint of ours; it arrives although the page is left meanwhile. */
export function post(path: string, body: string): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    keepalive: true,
    // Other tabs may be waiting for their turn.
    signal: AbortSignal.timeout(10_000),
  });
}
