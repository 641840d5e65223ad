import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { Guard } from "#app/staff/shell/require-staff.server.ts";

/** A session of an owner with recent authentication. */
export function aStaffSession(changes: Partial<StaffSession> = {}): StaffSession {
  return {
    id: "a-session",
    staff: { id: "1", name: "Ruth", email: "ruth@example.com", role: "owner", mayViewLeads: false },
    accessEndedAt: null,
    assurance: "aal2",
    needsSecondFactor: false,
    hasUnverifiedPasskey: false,
    needsEnrollment: false,
    needsNewPassword: false,
    hasRecentAuthentication: true,
    startedAt: new Date("2026-11-20T17:00:00Z"),
    endsAt: new Date("2026-11-21T05:00:00Z"),
    idleEndsAt: new Date("2026-11-20T18:00:00Z"),
    ...changes,
  };
}

/** A guard that assigns this session to every request. */
export function identityOf(session: StaffSession | null): Guard {
  return {
    currentSession: () => Promise.resolve(session),
    forgetSession: () => new Headers(),
    recordAccessRefusal: () => Promise.resolve(),
  };
}
