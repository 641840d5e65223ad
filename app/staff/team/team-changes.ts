/** The changes that an owner can make on the team page. Its buttons use these names. */
const teamChanges = [
  "approve",
  "decline",
  "change",
  "lead-access",
  "reset-second-factor",
  "end-sessions",
  "remove",
  "invite",
  "send-again",
  "withdraw",
  "second-factor-rules",
  "lead-rotation",
] as const;
export type TeamChange = (typeof teamChanges)[number];

/** Whether an untrusted value names a change. */
export function isTeamChange(value: unknown): value is TeamChange {
  return teamChanges.some((change) => change === value);
}
