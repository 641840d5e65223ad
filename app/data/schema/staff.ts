import type { Generated } from "kysely";

/**
 * Tables `staff_*`: who may sign in, and how.
 * Owner: identity. Personal data: names and e-mail addresses of staff, addresses and browsers of their sessions.
 * Kept while the account exists; sessions until they end. Written by Better Auth except where a type here is used.
 */
export type StaffUsersTable = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  image: string | null;
  role: string;
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
