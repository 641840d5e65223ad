import type {
  OpenInvitation,
  TeamMember,
  WaitingAccount,
} from "#app/identity/account-management/list-team.server.ts";
import type { Role } from "#app/identity/accounts/staff.ts";
import { lastMomentBefore } from "#app/platform/calendar/end-of-day.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { describeMoment, type Moment } from "#app/staff/time/describe-moment.ts";
import { practice } from "#content/practice.ts";
import { roleNames } from "#app/identity/accounts/role-names.messages.ts";

/** A team member, as the page displays it. */
export type Person = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** “Examiner until Dec 31, 2026” */
  roleText: string;
  /** The last day of the role in the format of a date field, or empty if it does not end. */
  ends: string;
  /** Whether an examiner may view leads. */
  mayViewLeads: boolean;
  isConfirmed: boolean;
  hasSecondFactor: boolean;
  since: Moment;
  lastSeen: Moment | null;
  isSelf: boolean;
  /** The number of people whom the account follows up. */
  owned: number;
};

/** An account that awaits approval. */
export type WaitingPerson = Pick<Person, "id" | "email" | "isConfirmed" | "since">;

export type Invitation = {
  id: string;
  email: string;
  roleText: string;
  invitedBy: string;
  sent: Moment;
  /** The day on which its link expires. */
  until: string;
};

export function describePerson(
  member: TeamMember,
  { now, selfId, owned }: { now: Date; selfId: string; owned: ReadonlyMap<string, number> },
): Person {
  const { id, name, email, role, isConfirmed, hasSecondFactor, mayViewLeads, createdAt } = member;
  const { lastSeenAt, roleEndsAt } = member;
  return {
    id,
    name,
    email,
    role,
    roleText: describeRole(role, roleEndsAt, now),
    ends: roleEndsAt === null ? "" : dayIn(practice.timeZone, lastMomentBefore(roleEndsAt)),
    mayViewLeads,
    isConfirmed,
    hasSecondFactor,
    since: describeMoment(createdAt, now, practice.timeZone),
    lastSeen: lastSeenAt === null ? null : describeMoment(lastSeenAt, now, practice.timeZone),
    isSelf: id === selfId,
    owned: owned.get(id) ?? 0,
  };
}

export function describeWaiting({ createdAt, ...account }: WaitingAccount, now: Date): WaitingPerson {
  return { ...account, since: describeMoment(createdAt, now, practice.timeZone) };
}

export function describeInvitation(invitation: OpenInvitation, now: Date): Invitation {
  const { id, email, role, roleEndsAt, invitedBy, createdAt, expiresAt } = invitation;
  return {
    id,
    email,
    roleText: describeRole(role, roleEndsAt, now),
    invitedBy,
    sent: describeMoment(createdAt, now, practice.timeZone),
    until: shortDayIn(practice.timeZone, expiresAt),
  };
}

/** The first day on which a role can end, in the format of a date field. */
export function getToday(now: Date): string {
  return dayIn(practice.timeZone, now);
}

function describeRole(role: Role, endsAt: Date | null, now: Date): string {
  const name = roleNames[role];
  if (endsAt === null) return name;
  const day = shortDayIn(practice.timeZone, lastMomentBefore(endsAt));
  return endsAt > now ? `${name} until ${day}` : `${name}, ended ${day}`;
}
