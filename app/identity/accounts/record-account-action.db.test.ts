import { expect, test } from "vitest";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { recordUnauthenticatedAction } from "#app/audit/record-unauthenticated-action.server.ts";
import { maxUnauthenticatedAuditEntries } from "#app/platform/limits.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { testBrowser, testIdentity } from "#tests/kit/identity.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { withinOneWindow } from "#tests/kit/within-one-window.ts";
import { recordAccountAction } from "./record-account-action.server.ts";

const { db } = testDatabase();
const identity = testIdentity(db);
const email = "waiting@example.com";
const password = "a password for tests";

const listEntries = () =>
  db
    .selectFrom("auditEvents")
    .select(["action", "actorKind", "actorEmail", "subject", "details"])
    .where("actorKind", "<>", "shell")
    .orderBy("id")
    .execute();
const stranger = { actorKind: "nobody", actorEmail: null, subject: null };

test("the actions of accounts that wait for approval share a limit for the whole site", async () => {
  await withinOneWindow(15);
  const record = (accountId: string, isWaiting: boolean, n: number) =>
    recordAccountAction(
      db,
      { id: accountId, isWaiting },
      {
        action: "sign-in-failed",
        actor: { kind: "nobody" },
        subject: `account:${accountId}`,
        clientAddress: `203.0.113.${n}`,
      },
    );
  for (let n = 0; n < maxUnauthenticatedAuditEntries + 30; n += 1) await record("waiting", true, n);
  expect(await listEntries()).toHaveLength(maxUnauthenticatedAuditEntries + 1);
  for (let n = 0; n < 5; n += 1) await record("staff", false, n);
  expect(await listEntries()).toHaveLength(maxUnauthenticatedAuditEntries + 6);
  // Their limit does not hide the attempts of visitors without an account.
  const visitor = {
    action: "sign-in-failed",
    details: { reason: "wrong" },
    clientAddress: "198.51.100.7",
  } as const;
  await recordUnauthenticatedAction(db, visitor);
  expect(await listEntries()).toHaveLength(maxUnauthenticatedAuditEntries + 7);
});

test("a waiting account is named in the details of its sign-ins, refusals, proofs and sign-outs, each recorded once", async () => {
  const actor = { kind: "shell" } as const;
  const account = { name: "A person", email, password, role: "pending", actor } as const;
  const added = await addAccount({ db, passwords: identity.passwords }, account);
  const details = { account: added.ok ? added.id : "" };
  const browser = testBrowser();
  await identity.signIn(browser.visitor(), { email, password: "something else" });
  for (let times = 0; times < 3; times += 1) {
    const outcome = await identity.signIn(browser.visitor(), { email, password });
    if (outcome.ok) browser.take(outcome.headers);
    const session = await identity.currentSession(browser.visitor().request.headers);
    if (session === null) throw new Error("There is no session.");
    await identity.recordAccessRefusal(session, "/admin");
    await identity.stepUpWithPassword(browser.visitor(), "something else");
    await identity.signOut(browser.visitor());
  }
  expect(await listEntries()).toEqual([
    { action: "sign-in-failed", ...stranger, details: { ...details, reason: "wrong" } },
    { action: "signed-in", ...stranger, details: { ...details, with: "password" } },
    { action: "access-refused", ...stranger, details },
    { action: "proof-failed", ...stranger, details: { ...details, with: "password", reason: "wrong" } },
    { action: "signed-out", ...stranger, details },
  ]);
});

test("the browser's name is stored with at most 300 bytes in each session", async () => {
  const actor = { kind: "shell" } as const;
  await addAccount(
    { db, passwords: identity.passwords },
    { name: "", email, password, role: "staff", actor },
  );
  const { request, clientAddress } = testBrowser().visitor();
  const headers = new Headers(request.headers);
  headers.set("user-agent", "x".repeat(14_000));
  await identity.signIn(
    { request: new Request(request.url, { headers }), clientAddress },
    { email, password },
  );
  const [session] = await db.selectFrom("staffSessions").select("userAgent").execute();
  expect(session?.userAgent).toHaveLength(300);
});

test("an account whose role has ended is recorded as the actor", async () => {
  const { cookie, email: former } = await signedIn(db, { role: "examiner", roleEndsInMinutes: -5 });
  const session = await identity.currentSession(new Headers({ cookie }));
  if (session === null) throw new Error("There is no session.");
  await identity.recordAccessRefusal(session, "/admin");
  expect(await listEntries()).toMatchObject([{ action: "access-refused", actorEmail: former }]);
});
