import { Hono } from "hono";
import type { RequestServices } from "#app/request-context/request-context.server.ts";
import type { SessionView } from "#app/identity/sessions/session-events.ts";
import { hasShownSecondFactor } from "#app/identity/sessions/sign-in-step.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import { refuse } from "#app/platform/http/refusal.ts";

type Deps = Pick<RequestServices, "clock"> & {
  identity: Pick<RequestServices["identity"], "currentSession" | "forgetSession">;
};

/** `GET /api/session`: whether the browser's session is valid, and whose it is. The request does not extend the session. */
export function sessionEndpoint({ clock, identity }: Deps): Hono {
  return new Hono().get("/session", async (c) => {
    const session = await identity.currentSession(c.req.raw.headers, "quiet");
    if (session !== null) {
      return Response.json(sessionView(session, clock.now()), { headers: { "Cache-Control": "no-store" } });
    }
    const refusal = refuse("signed-out");
    if (c.req.query("forget") !== undefined) {
      for (const cookie of identity.forgetSession(c.req.raw.headers).getSetCookie()) {
        refusal.headers.append("Set-Cookie", cookie);
      }
    }
    return refusal;
  });
}

function sessionView(session: StaffSession, now: Date): SessionView {
  const { id, email, name, role } = session.staff;
  const endsAt = toSeconds(session.endsAt);
  return {
    id: session.id,
    user: { id, email, name, role: hasShownSecondFactor(session) ? role : null },
    expires_at: endsAt,
    expires_in: endsAt - toSeconds(now),
    idle_expires_at: toSeconds(session.idleEndsAt),
    token_type: "cookie",
    assurance: session.assurance,
  };
}

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1_000);
}
