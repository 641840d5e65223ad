import type { Role } from "#app/identity/accounts/staff.ts";

/**
 * The response of `GET /api/session`, with the field names of the specification (section 3). It never contains a token, because scripts must not
 * be able to read one.
 */
export type SessionView = {
  /** Identifies the session; not its token. */
  id: string;
  /** Omits the role until the second factor is verified, because it would tell a password thief which accounts are valuable. */
  user: { id: string; email: string; name: string; role: Role | null };
  /** The absolute end of the session, in seconds since 1970. */
  expires_at: number;
  /** The absolute end, in seconds from now. */
  expires_in: number;
  /** The end of the session without further use, in seconds since 1970. */
  idle_expires_at: number;
  token_type: "cookie";
  assurance: "aal1" | "aal2";
};

/** Session events (specification section 4). */
export type SessionEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "MFA_CHALLENGE_VERIFIED"
  | "PASSWORD_RECOVERY";

/**
 * Compares two responses. `PASSWORD_RECOVERY` cannot be derived from the session, so the tab in which it happened reports it.
 * @param before undefined before the first response
 * @param now null without a session
 */
export function compareSessions(
  before: SessionView | null | undefined,
  now: SessionView | null,
): SessionEvent[] {
  if (before === undefined) return ["INITIAL_SESSION"];
  if (now === null) return before === null ? [] : ["SIGNED_OUT"];
  if (before === null || before.user.id !== now.user.id) return ["SIGNED_IN"];
  const changes: [boolean, SessionEvent][] = [
    [isRefreshed(before, now), "TOKEN_REFRESHED"],
    [isUpdated(before.user, now.user), "USER_UPDATED"],
    [before.assurance === "aal1" && now.assurance === "aal2", "MFA_CHALLENGE_VERIFIED"],
  ];
  return changes.filter(([hasHappened]) => hasHappened).map(([, event]) => event);
}

/** Whether it is another session of the same person, or the same session with a later end. */
function isRefreshed(before: SessionView, now: SessionView): boolean {
  return (
    before.id !== now.id ||
    before.expires_at !== now.expires_at ||
    before.idle_expires_at !== now.idle_expires_at
  );
}

function isUpdated(before: SessionView["user"], now: SessionView["user"]): boolean {
  return before.name !== now.name || before.email !== now.email || before.role !== now.role;
}
