/** Sends JSON to an endpoint, even if the page is closed meanwhile. */
export function post(path: string, body: string): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
    keepalive: true,
    // Other tabs may wait for this request.
    signal: AbortSignal.timeout(10_000),
  });
}
