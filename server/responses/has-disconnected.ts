import type { HttpBindings } from "@hono/node-server";

/** Whether the connection closed before the whole request arrived, so that no response can be delivered. */
export function hasDisconnected({ env: { incoming } }: { env: HttpBindings }): boolean {
  return incoming.destroyed && !incoming.complete;
}

/** Whether the connection closed, so that a failure may be its consequence and no response can be delivered. */
export function hasClosed({ env: { incoming } }: { env: HttpBindings }): boolean {
  return incoming.socket.destroyed;
}
