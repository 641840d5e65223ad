import { Hono } from "hono";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { nextSignInStep } from "#app/identity/sessions/sign-in-step.ts";
import { refuse } from "#app/platform/refusal.ts";
import { type Guard, staffOrRefusal } from "#app/staff/shell/require-staff.server.ts";
import { openStream } from "./open-stream.server.ts";

type Deps = Pick<RequestServices, "news"> & { identity: Guard };

/** What one session, and one process, may have open: a stream lasts as long as its reader, and each costs a connection. */
const mostStreams = { ofSession: 10, ofProcess: 1_000 } as const;

/** `GET /api/stream`: server-sent events that tell a browser when to load the lists of leads anew. */
export function liveStream({ identity, news }: Deps): Hono {
  const openIn = new Map<string, number>();
  return new Hono().get("/stream", async (c) => {
    const request = c.req.raw;
    const asked = await staffOrRefusal(identity, request, canViewLeads, { use: "quiet" });
    if (!asked.ok) return asked.refusal;
    // Nobody reads, and so nobody ends, the body of an answer to HEAD.
    if (request.method === "HEAD") return eventStream(null);
    const { id } = asked.session;
    const open = openIn.get(id) ?? 0;
    if (open >= mostStreams.ofSession || news.listeners() >= mostStreams.ofProcess) return refuse("too-many");
    openIn.set(id, open + 1);
    return eventStream(
      openStream({
        news,
        async mayListen() {
          const session = await identity.currentSession(request.headers, "quiet");
          return session !== null && nextSignInStep(session) === undefined && canViewLeads(session.staff);
        },
        onEnd() {
          const left = (openIn.get(id) ?? 1) - 1;
          if (left > 0) openIn.set(id, left);
          else openIn.delete(id);
        },
      }),
    );
  });
}

function eventStream(body: ReadableStream<Uint8Array> | null): Response {
  return new Response(body, {
    headers: {
      "Content-Type": "text/event-stream; charset=utf-8",
      // Neither kept, nor compressed and so held back, on the way.
      "Cache-Control": "no-store, no-transform",
      "X-Accel-Buffering": "no",
      // It ends when the program does, or the session: a connection that is kept for more would hold up the stop.
      Connection: "close",
    },
  });
}
