/**
 * Where letters about accounts lead. The pages are the product's (`routes.ts`), and identity may not know them;
 * `account-paths.test.ts` holds both equal. The first three are followed by a token.
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
