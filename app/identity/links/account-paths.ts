/**
 * Paths in account emails. Identity must not import the pages, so `account-paths.test.ts` compares these with `routes.ts`. A token follows the
 * first three.
 */
export const accountPaths = {
  confirm: "/auth/confirm",
  reset: "/auth/reset",
  invite: "/auth/invitation",
  signIn: "/auth",
  askForReset: "/auth/reset",
  team: "/admin/team",
  account: "/admin/account",
} as const;
