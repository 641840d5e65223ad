import type { StaffSession } from "./find-session.server.ts";

/**
 * Returns the session of a request, or null. Every call reads it from the database.
 * @param use `quiet` for automatic requests of a page, which do not extend the session
 */
export type CurrentSession = (headers: Headers, use?: "quiet") => Promise<StaffSession | null>;

/** Returns headers that remove the cookie of an invalid session. They are empty if the request has no such cookie. */
export type ForgetSession = (headers: Headers) => Headers;

/** Whether the account has never had a role. */
export function isWaitingForApproval({ staff, accessEndedAt }: StaffSession): boolean {
  return staff.role === "pending" && accessEndedAt === null;
}

/** Records in the audit log that the account's role does not permit a request. @param endpoint its path, without secrets */
export type RecordRefusal = (session: StaffSession, endpoint: string) => Promise<void>;
