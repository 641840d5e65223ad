import type { HttpBindings } from "@hono/node-server";

/** Whether the caller went away, or was sent away, before its own request was whole: then no answer reaches anybody. */
export function hasLeft({ env: { incoming } }: { env: HttpBindings }): boolean {
  return incoming.destroyed && !incoming.complete;
}
