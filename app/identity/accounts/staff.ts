/** A new account is `pending`: it can sign in, but has no permissions. */
export const roles = ["owner", "staff", "examiner", "pending"] as const;
export type Role = (typeof roles)[number];

/** A signed-in member of the firm. */
export type Staff = {
  id: string;
  name: string;
  email: string;
  role: Role;
  /** Whether an owner has granted an examiner access to leads. Without effect in other roles. */
  mayViewLeads: boolean;
};

/** Whether an untrusted value names a role. */
export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
}
