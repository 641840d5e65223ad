import { describe, expect, test } from "vitest";
import type { TeamMember } from "#app/identity/account-management/list-team.server.ts";
import { describeInvitation, describePerson, getToday } from "./team-view.ts";

const now = new Date("2026-11-22T18:00:00Z");

describe("a team member", () => {
  test("has a role, a last-seen time and a mark for the viewer's own account", () => {
    const shown = describePerson(member({ lastSeenAt: new Date("2026-11-22T17:48:00Z") }), {
      now,
      selfId: "u1",
      owned: new Map([["u1", 3]]),
    });
    expect(shown).toMatchObject({ roleText: "Staff", ends: "", isSelf: true, owned: 3 });
    expect(shown.lastSeen?.short).toBe("12 min ago");
    expect(
      describePerson(member({ lastSeenAt: null }), { now, selfId: "u2", owned: new Map() }),
    ).toMatchObject({
      lastSeen: null,
      isSelf: false,
    });
  });

  // A role ends at midnight in the firm's time zone, so its last day is the day before.
  test.each([
    ["2026-12-01T06:00:00Z", "Examiner until Nov 30, 2026", "2026-11-30"],
    ["2026-11-22T06:00:00Z", "Examiner, ended Nov 21, 2026", "2026-11-21"],
  ])("with the examiner role until %s is labeled: %s", (endsAt, roleText, ends) => {
    const examiner = member({ role: "examiner", roleEndsAt: new Date(endsAt) });
    expect(describePerson(examiner, { now, selfId: "u2", owned: new Map() })).toMatchObject({
      roleText,
      ends,
    });
  });
});

test("an invitation has a role, a sent time and an expiration date", () => {
  const invitation = {
    id: "i1",
    email: "new@example.com",
    role: "examiner" as const,
    roleEndsAt: new Date("2027-01-01T06:00:00Z"),
    invitedBy: "Ruth Calloway",
    createdAt: now,
    expiresAt: new Date("2026-11-29T18:00:00Z"),
  };
  expect(describeInvitation(invitation, now)).toMatchObject({
    roleText: "Examiner until Dec 31, 2026",
    until: "Nov 29, 2026",
    sent: { short: "Just now" },
  });
});

test("today is the date in the firm's time zone", () => {
  expect(getToday(new Date("2026-11-22T05:00:00Z"))).toBe("2026-11-21");
});

function member(changes: Partial<TeamMember>): TeamMember {
  return {
    id: "u1",
    name: "Ruth Calloway",
    email: "ruth@example.com",
    role: "staff",
    roleEndsAt: null,
    mayViewLeads: false,
    isConfirmed: true,
    createdAt: now,
    hasSecondFactor: false,
    lastSeenAt: null,
    ...changes,
  };
}
