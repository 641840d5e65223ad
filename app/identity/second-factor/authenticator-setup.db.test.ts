import { expect, test } from "vitest";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";
import { endColleagueSessions, revokeOtherSessions } from "#app/identity/sessions/revoke-sessions.server.ts";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { addPasskey, generateCode } from "#tests/kit/sign-in-fixtures.ts";
import { anotherSession } from "#tests/kit/signed-in.ts";
import { findAuthenticatorSetup, startAuthenticatorSetup } from "./authenticator-setup.server.ts";
import { confirmAuthenticator } from "./authenticator.server.ts";
import { resetSecondFactor } from "./reset-second-factor.server.ts";

const { db } = testDatabase();
const { deps, add, token } = accountCommands(db);
const shell = { kind: "shell" } as const;
const joan = "joan@example.com";

type Owner = Parameters<typeof findAuthenticatorSetup>[1];

/** What ends the access of a thief, in the session of the account's owner. */
const recoveries: Readonly<Record<string, (owner: Owner) => Promise<unknown>>> = {
  "a password reset": async ({ email }) => {
    await requestPasswordReset(deps, { email });
    return resetPassword(deps, { link: await token("reset"), password: "another rain on limestone" });
  },
  "a password change in another session": ({ id, email, sessionId }) =>
    changePassword(deps, {
      session: { id: sessionId, staff: { id, email, name: "Joan", role: "staff", mayViewLeads: false } },
      current: goodPassword,
      next: "another rain on limestone",
      clientAddress: "198.18.0.7",
    }),
  "ending the other sessions": (owner) => revokeOtherSessions(deps, owner, owner.sessionId),
  "ending all sessions": ({ email }) => endColleagueSessions(deps, { email, actor: shell }),
  "a reset of the second factor": ({ email }) => resetSecondFactor(deps, { email, actor: shell }),
};

test.each(Object.entries(recoveries))("%s deletes the setup that a thief began", async (_, recover) => {
  const { thief, owner } = await twoSessions();
  await startAuthenticatorSetup(deps, thief);
  await recover(owner);
  expect(await findAuthenticatorSetup(deps, thief)).toBeUndefined();
  expect(await db.selectFrom("staffAuthenticatorSetups").selectAll().execute()).toEqual([]);
});

test("a password change deletes a setup of the session that changes it", async () => {
  const { owner } = await twoSessions();
  await startAuthenticatorSetup(deps, owner);
  await recoveries["a password change in another session"]?.(owner);
  expect(await findAuthenticatorSetup(deps, owner)).toBeUndefined();
});

test("an ended session cannot begin a setup", async () => {
  const { thief, owner } = await twoSessions();
  await revokeOtherSessions(deps, owner, owner.sessionId);
  await expect(startAuthenticatorSetup(deps, thief)).rejects.toThrow("The session ended");
});

test("a code that a thief confirms during a reset of the second factor leaves no authenticator", async () => {
  const { thief, owner } = await twoSessions();
  await addPasskey(db, owner.id);
  const setup = await startAuthenticatorSetup(deps, thief);
  if (!setup.ok) throw new Error(setup.reason);
  const confirm = () => confirmAuthenticator(deps, thief, generateCode(setup.secret));
  const [reset, ...confirmed] = await Promise.all([
    resetSecondFactor(deps, { email: joan, actor: shell }),
    ...Array.from({ length: 5 }, confirm),
  ]);
  expect(reset).toEqual({ ok: true });
  expect(confirmed).toHaveLength(5);
  expect(await db.selectFrom("staffAuthenticators").select("userId").execute()).toEqual([]);
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
});

async function twoSessions(): Promise<{ thief: Owner; owner: Owner }> {
  const account = await add(joan);
  const thief = { ...account, sessionId: (await anotherSession(db, account.id)).sessionId };
  const owner = { ...account, sessionId: (await anotherSession(db, account.id)).sessionId };
  return { thief, owner };
}
