import { expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { approveAccount } from "#app/identity/account-management/change-role.server.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { systemClock } from "#app/platform/clock.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const { keys, passwords } = identity;
const outbox = createOutbox(() => {});
const email = "joan@example.com";
const shell = { kind: "shell" } as const;

test("a sign-up with six characters must set a longer password once it has a role", async () => {
  expect(
    await requestAccount({ db, outbox, passwords, keys, clock: systemClock }, { email, password: "zqvxkw" }),
  ).toEqual({
    ok: true,
  });
  await db.updateTable("staffUsers").set({ emailVerified: true }).execute();
  const browser = testBrowser();
  await signIn(browser, "zqvxkw");
  expect(await sessionOf(browser)).toMatchObject({ staff: { role: "pending" }, needsNewPassword: false });

  await approveAccount({ db, outbox }, { email, role: "staff", actor: shell });
  const session = await sessionOf(browser);
  expect(session).toMatchObject({ staff: { role: "staff" }, needsNewPassword: true });

  if (session === null) throw new Error("The browser is not signed in.");
  const { clientAddress } = browser;
  const change = { session, current: "zqvxkw", next: "limestone in the rain", clientAddress };
  const deps = { db, clock: systemClock, outbox, keys, passwords };
  await expect(changePassword(deps, { ...change, next: "elevenchars" })).rejects.toMatchObject({
    kind: "invalid",
  });
  expect(await changePassword(deps, change)).toEqual({ ok: true });
  expect(await sessionOf(browser)).toMatchObject({ needsNewPassword: false });
});

test("an account of an earlier release is checked when its password is entered", async () => {
  const account = { name: "Joan", email, password: "limestone in the rain", role: "owner" } as const;
  await addAccount({ db, passwords }, { ...account, actor: shell });
  await earlierRelease(await passwords.hash("zqvxkw", "anyone"));
  const browser = testBrowser();
  await signIn(browser, "zqvxkw");
  expect(await sessionOf(browser)).toMatchObject({ needsNewPassword: true });

  await earlierRelease(await passwords.hash("limestone in the rain", "anyone"));
  await signIn(browser, "limestone in the rain");
  expect(await sessionOf(browser)).toMatchObject({ needsNewPassword: false });
});

test("a password replaced by a server of the previous release is checked again", async () => {
  const account = { name: "Joan", email, password: "limestone in the rain", role: "owner" } as const;
  await addAccount({ db, passwords }, { ...account, actor: shell });
  await db
    .updateTable("staffAccounts")
    .set({ password: await passwords.hash("zqvxkw", "anyone") })
    .execute();
  const browser = testBrowser();
  await signIn(browser, "zqvxkw");
  expect(await sessionOf(browser)).toMatchObject({ needsNewPassword: true });
});

test("a colleague's short password affects no other account", async () => {
  const colleague = await signedIn(db, { role: "staff", hasLongPassword: false });
  const other = await signedIn(db, { role: "owner", hasLongPassword: true });
  const needs = async (cookie: string) =>
    (await identity.currentSession(new Headers({ cookie })))?.needsNewPassword;
  expect([await needs(colleague.cookie), await needs(other.cookie)]).toEqual([true, false]);
});

async function earlierRelease(password: string): Promise<void> {
  await db.updateTable("staffAccounts").set({ password, hasLongPassword: null }).execute();
}

async function signIn(browser: ReturnType<typeof testBrowser>, password: string): Promise<void> {
  const outcome = await identity.signIn(browser.visitor(), { email, password });
  if (!outcome.ok) throw new Error(outcome.reason);
  browser.take(outcome.headers);
}

const sessionOf = (browser: ReturnType<typeof testBrowser>) =>
  identity.currentSession(browser.visitor().request.headers);
