import { expect, it } from "vitest";
import { pages } from "#app/pages/registry.ts";
import { accountPaths } from "./account-paths.ts";

it("account emails link to registered pages", () => {
  expect(accountPaths).toEqual({
    confirm: pages.confirmAddress.path,
    reset: pages.passwordReset.path,
    invite: pages.invitation.path,
    signIn: pages.auth.path,
    askForReset: pages.passwordReset.path,
    team: pages.team.path,
    account: pages.account.path,
  });
});
