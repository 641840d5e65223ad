/** What an account may do. A new account is `pending`: signed in, and allowed nothing. */
export const roles = ["owner", "staff", "examiner", "pending"] as const;
export type Role = (typeof roles)[number];

/** A signed-in person of the practice. */
export type Staff = { id: string; name: string; email: string; role: Role };

/** Whether a value names a role: for what comes from outside (the shell, a column). */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
