/** Why a person of the group does not get a message, in the order of the checks. */
export const leftOutReasons = [
  "undeliverable",
  "opted-out",
  "no-consent",
  "signed-up",
  "already-received",
  "same-person",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

/** The number of people who were left out, by reason. */
export type LeftOut = Partial<Record<LeftOutReason, number>>;
