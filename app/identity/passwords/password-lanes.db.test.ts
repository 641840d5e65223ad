import { describe, expect, test } from "vitest";
import type { Role } from "#app/identity/accounts/staff.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { acceptInvitation, inviteAccount } from "#app/identity/account-management/invitations.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";
import { QueueIsFull } from "#app/platform/work-queue.server.ts";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { actorInSession } from "#tests/kit/signed-in.ts";
import type { Lane } from "./passwords.server.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const { deps, add, token } = accountCommands(db);
const commands = { ...deps, passwords: identity.passwords, keys: identity.keys };
const email = "joan@example.com";
const busy = { ok: false, reason: "busy" };
const next = "another rain on limestone";

describe("while strangers fill their lane", () => {
  test("a signed-in account with a role can re-authenticate and change its password", async () => {
    const { reauthenticate, change } = await signedIn("staff");
    expect(await during(["anyone"], reauthenticate)).toMatchObject({ ok: true });
    expect(await during(["anyone"], change)).toMatchObject({ ok: true });
  });

  test("a signed-in account without a role shares their lane", async () => {
    const { reauthenticate, change } = await signedIn("pending");
    expect(await during(["anyone"], reauthenticate)).toEqual(busy);
    await expect(during(["anyone"], change)).rejects.toBeInstanceOf(QueueIsFull);
  });

  test("an invitation, or a reset link of an account with a role, still sets a password", async () => {
    const owner = await actorInSession(db, await add("ruth@example.com", "owner"));
    await inviteAccount(deps, { email, role: "staff", actor: owner });
    const invitation = { link: await token("invite"), name: "Joan", password: goodPassword };
    expect(await during(["anyone"], () => acceptInvitation(commands, invitation))).toMatchObject({
      ok: true,
    });
    await requestPasswordReset(deps, { email });
    const link = await token("reset", email);
    expect(await during(["anyone"], () => resetPassword(commands, { link, password: next }))).toMatchObject({
      ok: true,
    });
  });

  test.each(["no role", "a role that ended"])(
    "a reset link of an account with %s shares their lane",
    async (role) => {
      const { id } = await add(email, role === "no role" ? "pending" : "examiner");
      const roleEndsAt = role === "no role" ? null : new Date(Date.now() - 1_000);
      await db.updateTable("staffUsers").set({ roleEndsAt }).where("id", "=", id).execute();
      await requestPasswordReset(deps, { email });
      const link = await token("reset", email);
      await expect(
        during(["anyone"], () => resetPassword(commands, { link, password: next })),
      ).rejects.toBeInstanceOf(QueueIsFull);
    },
  );
});

test("a re-authentication or password change that is refused as busy is not counted", async () => {
  const { reauthenticate, change } = await signedIn("staff");
  expect(await during(["anyone", "staff"], reauthenticate)).toEqual(busy);
  await expect(during(["anyone", "staff"], change)).rejects.toBeInstanceOf(QueueIsFull);
  expect(await db.selectFrom("rateLimits").select("count").execute()).toEqual([]);
});

async function signedIn(role: Role) {
  const { id } = await add(email, role);
  const password = await identity.passwords.hash(goodPassword, "staff");
  await db.updateTable("staffAccounts").set({ password }).where("userId", "=", id).execute();
  const browser = testBrowser();
  const outcome = await identity.signIn(browser.visitor(), { email, password: goodPassword });
  if (outcome.ok) browser.take(outcome.headers);
  await db.deleteFrom("rateLimits").execute();
  const reauthenticate = async () => {
    const renewed = await identity.stepUpWithPassword(browser.visitor(), goodPassword);
    if (renewed.ok) browser.take(renewed.headers);
    return renewed;
  };
  const change = async () => {
    const session = await identity.currentSession(browser.visitor().request.headers);
    if (session === null) throw new Error("The browser is not signed in.");
    const { clientAddress } = browser;
    return changePassword(commands, { session, current: goodPassword, next, clientAddress });
  };
  return { reauthenticate, change };
}

/** Runs work while all positions of some lanes are taken. */
async function during<Result>(lanes: readonly Lane[], work: () => Promise<Result>): Promise<Result> {
  const { queue } = identity.passwords;
  const gate = Promise.withResolvers<void>();
  const waiting = lanes.flatMap((lane) => {
    const tasks: Promise<void>[] = [];
    while (!queue.isFull(lane)) tasks.push(queue.run(lane, () => gate.promise));
    return tasks;
  });
  // Long enough for the queries before the hash, so that the lanes are still full then.
  setTimeout(gate.resolve, 300);
  try {
    return await work();
  } finally {
    await Promise.all(waiting);
  }
}
