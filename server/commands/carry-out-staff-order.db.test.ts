import { expect, test } from "vitest";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";
import { carryOutStaffOrder } from "./carry-out-staff-order.ts";

const { db } = testDatabase();
const { deps, audited, letters } = accountCommands(db);
const around = {
  ...deps,
  siteUrl: "https://www.example.com",
  keyRing: () => Promise.resolve(testKeyRing),
};

test("accounts are added, listed, approved and removed", async () => {
  expect(await carry({ kind: "list" })).toEqual({ ok: true, text: "There are no accounts yet." });
  expect(await add("ruth@example.com", "owner")).toEqual({
    ok: true,
    text: "Added ruth@example.com as owner.",
  });
  await add("joan@example.com", "staff");
  expect(await carry({ kind: "approve", email: "joan@example.com", role: "examiner" })).toEqual({
    ok: true,
    text: "joan@example.com now has the role examiner.",
  });
  expect(await carry({ kind: "list" })).toEqual({
    ok: true,
    text: "ruth@example.com\towner\tA person\njoan@example.com\texaminer\tA person",
  });
  expect(await carry({ kind: "remove", email: "joan@example.com" })).toEqual({
    ok: true,
    text: "Removed joan@example.com.",
  });
  expect((await audited()).map(({ action, actorKind }) => `${action} by ${actorKind}`)).toEqual([
    "account-added by shell",
    "account-added by shell",
    "role-changed by shell",
    "account-removed by shell",
  ]);
});

test("an account that is there already is left as it is", async () => {
  await add("ruth@example.com", "staff");
  expect(await add("ruth@example.com", "owner")).toEqual({
    ok: false,
    text: "There is an account for ruth@example.com already: approve gives it another role.",
  });
});

test("an address without an account gets a sentence", async () => {
  const text = "There is no account for nobody@example.com.";
  expect(await carry({ kind: "remove", email: "nobody@example.com" })).toEqual({ ok: false, text });
  expect(await carry({ kind: "approve", email: "nobody@example.com", role: "staff" })).toEqual({
    ok: false,
    text,
  });
});

test("a lost second factor is taken away, with every session; its owner is written to and the log is told", async () => {
  const order = { kind: "reset-second-factor", email: "ruth@example.com" } as const;
  expect(await carry(order)).toEqual({ ok: false, text: "There is no account for ruth@example.com." });
  const { accountId } = await signedIn(db, {
    role: "owner",
    email: order.email,
    hasAuthenticator: true,
    assurance: "aal2",
  });
  await db.insertInto("staffRecoveryCodes").values({ userId: accountId, digest: "of a code" }).execute();
  expect(await carry(order)).toEqual({
    ok: true,
    text: "ruth@example.com signs in with the password alone from now on, and was signed out everywhere.",
  });
  expect(await db.selectFrom("staffAuthenticators").select("userId").execute()).toEqual([]);
  expect(await db.selectFrom("staffRecoveryCodes").select("userId").execute()).toEqual([]);
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
  expect(await letters()).toEqual(["account-changed to ruth@example.com"]);
  expect((await audited()).map(({ action, actorKind }) => `${action} by ${actorKind}`)).toEqual([
    "second-factor-removed by shell",
  ]);
  expect(await carry(order)).toEqual({
    ok: false,
    text: "ruth@example.com has no authenticator app and no passkey: there is nothing to remove.",
  });
});

test("the last owner stays", async () => {
  await add("ruth@example.com", "owner");
  const text = "ruth@example.com is the last owner: make somebody else an owner first.";
  expect(await carry({ kind: "remove", email: "ruth@example.com" })).toEqual({ ok: false, text });
  expect(await carry({ kind: "approve", email: "ruth@example.com", role: "staff" })).toEqual({
    ok: false,
    text,
  });
});

test("whoever signed up is approved, and is written to; an examiner’s role has an end", async () => {
  await requestAccount(deps, { email: "joan@example.com", password: goodPassword });
  expect((await carry({ kind: "list" })).text).toBe("joan@example.com\tpending\tjoan\taddress not confirmed");
  const endsAt = new Date("2027-01-01T06:00:00Z");
  expect(await carry({ kind: "approve", email: "joan@example.com", role: "examiner", endsAt })).toEqual({
    ok: true,
    text: "joan@example.com now has the role examiner until Dec 31, 2026.",
  });
  expect(await letters()).toContain("account-approved to joan@example.com");
  expect((await carry({ kind: "list" })).text).toBe(
    "joan@example.com\texaminer\tjoan\tuntil Dec 31, 2026\taddress not confirmed",
  );
});

test("an account whose password everybody would guess is not added", async () => {
  const order = { kind: "add", email: "ruth@example.com", role: "staff", name: "Ruth" } as const;
  const refusal = await carryOutStaffOrder(around, order, "1234567890123456");
  expect(refusal.ok).toBe(false);
  expect(refusal.text).toMatch(/^This password is too easy to guess/);
});

test("a link by which somebody gets in is printed whole, and it is the one of the newest row", async () => {
  await add("ruth@example.com", "owner");
  await requestAccount(deps, { email: "joan@example.com", password: goodPassword });
  for (const [email, kind, path] of [
    ["ruth@example.com", "reset", "/auth/reset/"],
    ["joan@example.com", "confirm", "/auth/confirm/"],
  ] as const) {
    const { ok, text } = await carry({ kind: "link", email });
    const [, url = ""] = text.split("\n");
    expect(ok).toBe(true);
    expect(url.startsWith(`https://www.example.com${path}`)).toBe(true);
    const id = deps.keys.readLinkToken(kind, url.slice(`https://www.example.com${path}`.length));
    const newest = await db
      .selectFrom("staffLinks")
      .select("id")
      .where("email", "=", email)
      .orderBy("createdAt", "desc")
      .executeTakeFirstOrThrow();
    expect(id).toBe(newest.id);
  }
  expect(await carry({ kind: "link", email: "nobody@example.com" })).toEqual({
    ok: false,
    text: "There is no account for nobody@example.com.",
  });
});

function carry(order: Parameters<typeof carryOutStaffOrder>[1]) {
  return carryOutStaffOrder(around, order, "");
}

function add(email: string, role: "owner" | "staff") {
  return carryOutStaffOrder(around, { kind: "add", email, role, name: "A person" }, goodPassword);
}
