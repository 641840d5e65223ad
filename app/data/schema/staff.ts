import type { Generated, GeneratedAlways } from "kysely";

/**
 * Tables `staff_*`: accounts, sessions and sign-in methods of staff.
 * Owner: identity. Personal data: names and email addresses of staff, applicants and invited people; network addresses and browsers of
 * their sessions. Kept while the account exists; sessions until they end, links for a month after that.
 * Better Auth writes the users, sessions, accounts, verifications and passkeys.
 */
export type StaffUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  role: string;
  /** When the role expires, for the time of an examination. */
  roleEndsAt: Date | null;
  /** An examiner sees leads only if an owner has granted it. Without effect in other roles. */
  mayViewLeads: Generated<boolean>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type StaffSessionsTable = {
  id: string;
  token: string;
  userId: string;
  expiresAt: Date;
  ipAddress: string | null;
  userAgent: string | null;
  /** `aal1` or `aal2`, as NIST SP 800-63B names them. */
  assurance: Generated<string>;
  /** Time of the last authentication in this session. */
  provedAt: Generated<Date>;
  lastUsedAt: Generated<Date>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type StaffAccountsTable = {
  id: string;
  /** The account for a password, and the person's subject at the provider for single sign-on. */
  accountId: string;
  /** `credential` for a password, and the issuer for single sign-on. */
  providerId: string;
  userId: string;
  accessToken: string | null;
  refreshToken: string | null;
  idToken: string | null;
  accessTokenExpiresAt: Date | null;
  refreshTokenExpiresAt: Date | null;
  scope: string | null;
  password: string | null;
  /** Whether the password has the length required for an account with a role; null if not yet known. */
  hasLongPassword: Generated<boolean | null>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type StaffVerificationsTable = {
  id: string;
  identifier: string;
  value: string;
  expiresAt: Date;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type StaffPasskeysTable = {
  id: string;
  name: string | null;
  publicKey: string;
  userId: string;
  credentialId: string;
  counter: number;
  deviceType: string;
  backedUp: boolean;
  transports: string | null;
  aaguid: string | null;
  createdAt: Generated<Date | null>;
};

export type StaffAuthenticatorsTable = {
  userId: string;
  /** Sealed with a key that is not in the database. */
  sealedSecret: string;
  /** Null only in setups of an earlier release, which are not second factors. */
  confirmedAt: Date | null;
  /** Time step of the last accepted code. A code is accepted only once. */
  lastStep: number | null;
  createdAt: Generated<Date>;
};

/** A setup that was not confirmed yet. It belongs to the session that began it, and ends with it. */
export type StaffAuthenticatorSetupsTable = {
  sessionId: string;
  /** Sealed with a key that is not in the database. */
  sealedSecret: string;
  createdAt: Generated<Date>;
};

export type StaffRecoveryCodesTable = {
  userId: string;
  digest: string;
  createdAt: Generated<Date>;
};

export type StaffSecondFactorRulesTable = {
  /** Each role has at most one row. A role without a row uses the default. */
  role: string;
  isRequired: boolean;
  updatedAt: Generated<Date>;
};

export type StaffLinksTable = {
  id: Generated<string>;
  kind: LinkKind;
  email: string;
  /** The affected account; null for an invitation, which creates one. */
  userId: string | null;
  role: string | null;
  roleEndsAt: Date | null;
  /** The owner who invited. */
  invitedBy: string | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Date | null;
};

/** Confirms an address, sets a new password, or creates an account. */
export type LinkKind = "confirm" | "reset" | "invite";

/** What an account has chosen for the staff area. An account without a row uses the defaults. */
export type StaffPreferencesTable = {
  userId: string;
  startPage: Generated<StartPage>;
  /** The latest view of Today. */
  todaySeenAt: Date | null;
  /** The last view of Today in the visit before. */
  todaySeenBefore: Date | null;
  /** Whether Today lists only the account's own people and those without an owner. */
  todayShowsMine: Generated<boolean>;
  /** The row that emails about due work are about. */
  digestId: Generated<string>;
  /** When the account chose the email; null without it. */
  morningListSince: Date | null;
  mondayDigestSince: Date | null;
  /** ISO date of the latest day for which the email was queued or had nothing to say. */
  morningListDay: string | null;
  mondayDigestDay: string | null;
  /** Whether the account is alerted before the first answer to a person is late. */
  answerAlerts: Generated<boolean>;
  /** Whether the account gets new leads in turn, and when it got the latest one. */
  takesNewLeads: Generated<boolean>;
  latestLeadAt: GeneratedAlways<Date | null>;
};

/** The page after sign-in. */
export type StartPage = "dashboard" | "today";
