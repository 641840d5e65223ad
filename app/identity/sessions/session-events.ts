import type { Role } from "#app/identity/accounts/staff.ts";

/**
 * What a browser may know of its session: the answer of `GET /api/session`, with the specification's names where it has them (section 3).
 * Tokens are never among it: they stay in a cookie that no script can read.
 */
export type SessionView = {
  /** Of the session, not the secret of it. */
  id: string;
  /** Omits the role until the second factor is verified, because it would tell a password thief which accounts are valuable. */
  user: { id: string; email: string; name: string; role: Role | null };
  /** Seconds since 1970: when the session ends whatever is done in it. */
  expires_at: number;
  /** The same, as seconds from now. */
  expires_in: number;
  /** When it ends if nothing is done in it. */
  idle_expires_at: number;
  token_type: "cookie";
  assurance: "aal1" | "aal2";
};

/** What can happen to a session (specification section 4). */
export type SessionEvent =
  | "INITIAL_SESSION"
  | "SIGNED_IN"
  | "SIGNED_OUT"
  | "TOKEN_REFRESHED"
  | "USER_UPDATED"
  | "MFA_CHALLENGE_VERIFIED"
  | "PASSWORD_RECOVERY";

/**
 * What has happened between two answers. A recovered password is not among it: nothing of the session tells it, so the tab in
 * which it was done does.
 * @param before what was known; undefined: nothing was asked yet
 * @param now null: there is no session
 */
export function sessionEvents(
  before: SessionView | null | undefined,
  now: SessionView | null,
): SessionEvent[] {
  if (before === undefined) return ["INITIAL_SESSION"];
  if (now === null) return before === null ? [] : ["SIGNED_OUT"];
  if (before === null || before.user.id !== now.user.id) return ["SIGNED_IN"];
  const happened: [boolean, SessionEvent][] = [
    [isRefreshed(before, now), "TOKEN_REFRESHED"],
    [isUpdated(before.user, now.user), "USER_UPDATED"],
    [before.assurance === "aal1" && now.assurance === "aal2", "MFA_CHALLENGE_VERIFIED"],
  ];
  return happened.filter(([is]) => is).map(([, event]) => event);
}

/** Another session of the same person, or the same one with more time. */
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
