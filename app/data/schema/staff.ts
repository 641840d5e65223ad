import type { Generated } from "kysely";

/**
 * Tables `staff_*`: who may sign in, and how.
 * Owner: identity. Personal data: names and e-mail addresses of staff and of those who asked for an account or were invited,
 * addresses and browsers of their sessions. Kept while the account exists; sessions until they end, links for a month after.
 * Written by Better Auth except where a type here is used.
 */
export type StaffUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  role: string;
  /** When the role ends by itself: for an examiner's visit. */
  roleEndsAt: Date | null;
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
  /** When the person last proved who they are in this session. */
  provedAt: Generated<Date>;
  lastUsedAt: Generated<Date>;
  createdAt: Generated<Date>;
  updatedAt: Generated<Date>;
};

export type StaffAccountsTable = {
  id: string;
  accountId: string;
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
  /** Null until its first code was shown: it proves nothing before. */
  confirmedAt: Date | null;
  /** The time step of the last code that was taken: no code is taken twice. */
  lastStep: number | null;
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
  /** Whose account it is about; an invitation makes one. */
  userId: string | null;
  role: string | null;
  roleEndsAt: Date | null;
  /** The owner who invited. */
  invitedBy: string | null;
  createdAt: Generated<Date>;
  expiresAt: Date;
  usedAt: Date | null;
};

/** Confirms an address, sets a new password, or makes an account. */
export type LinkKind = "confirm" | "reset" | "invite";
