import { Hono } from "hono";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { findSessionStaff } from "#app/identity/sessions/find-session.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";
import { type Guard, authorizeStaff } from "#app/staff/shell/require-staff.server.ts";
import { openStream } from "./open-stream.server.ts";

type Deps = Pick<RequestServices, "changeFeed" | "db"> & { identity: Guard };

/** Each open stream holds a connection. */
const maxStreams = { perSession: 10, perAccount: 40, perProcess: 1_000 } as const;

/** `GET /api/stream`: server-sent events that announce changes to the lists of leads. */
export function streamEndpoint({ identity, changeFeed, db }: Deps): Hono {
  const open = new Map<string, number>();
  const count = (key: string, change: 1 | -1): void => {
    const next = (open.get(key) ?? 0) + change;
    if (next > 0) open.set(key, next);
    else open.delete(key);
  };
  return new Hono().get("/stream", async (c) => {
    const request = c.req.raw;
    const authorization = await authorizeStaff(identity, request, canViewLeads, { extendsSession: false });
    if (!authorization.ok) return authorization.refusal;
    // The body of a response to HEAD is never read, so the stream would not end.
    if (request.method === "HEAD") return respondWithEvents(null);
    const { id, staff } = authorization.session;
    const limits = [
      { key: `session ${id}`, most: maxStreams.perSession },
      { key: `account ${staff.id}`, most: maxStreams.perAccount },
    ];
    const isAtLimit = limits.some(({ key, most }) => (open.get(key) ?? 0) >= most);
    if (isAtLimit || changeFeed.listeners() >= maxStreams.perProcess) return refuse("too-many");
    limits.forEach(({ key }) => count(key, 1));
    return respondWithEvents(
      openStream({
        changeFeed,
        async isPermitted() {
          // By the session's id, because its token changes when the person authenticates again.
          const current = await findSessionStaff(db, id);
          return current !== null && canViewLeads(current);
        },
        onEnd() {
          limits.forEach(({ key }) => count(key, -1));
        },
      }),
    );
  });
}

function respondWithEvents(body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Proxies must neither cache nor compress and buffer the stream.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      // A kept-alive connection would delay the shutdown.
      Connection: "close",
    },
  });
}
