import { expect, test } from "vitest";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { runCommand } from "#tests/kit/run-command.ts";
import { signedIn } from "#tests/kit/signed-in.ts";
import { run } from "./staff.ts";

const database = testDatabase();
const { db } = database;
const { deps, auditEvents, queuedEmails } = accountCommands(db);
const clock = { now: () => new Date("2026-11-22T03:00:00Z") };

test("accounts are added, listed, approved and removed", async () => {
  expect(await staff("list")).toEqual(printed("There are no accounts yet."));
  expect(await add("ruth@example.com", "owner")).toEqual(printed("Added ruth@example.com as owner."));
  await staffWithInput(goodPassword, "add", " Joan@Example.com ", "--role=staff", "--name", " Joan Weaver ");
  expect(await staff("approve", " Joan@Example.com ", "--role", "examiner")).toEqual(
    printed("joan@example.com now has the role examiner."),
  );
  expect(await staff("list")).toEqual(
    printed("ruth@example.com\towner\truth\njoan@example.com\texaminer\tJoan Weaver"),
  );
  expect(await staff("remove", " Joan@Example.com ")).toEqual(printed("Removed joan@example.com."));
  expect((await auditEvents()).map(({ action, actorKind }) => `${action} by ${actorKind}`)).toEqual([
    "account-added by shell",
    "account-added by shell",
    "role-changed by shell",
    "account-removed by shell",
  ]);
});

test("an examiner may view leads while it is granted, and loses that with the role", async () => {
  await add("joan@example.com", "staff");
  await staff("approve", "joan@example.com", "--role", "examiner");
  expect(await staff("grant-leads", "Joan@Example.com")).toEqual(printed("joan@example.com may view leads."));
  const listed = "joan@example.com\texaminer\tjoan";
  expect(await staff("list")).toEqual(printed(`${listed}\tmay view leads`));
  expect(await staff("withdraw-leads", "joan@example.com")).toEqual(
    printed("joan@example.com may not view leads."),
  );
  expect(await staff("list")).toEqual(printed(listed));

  await staff("grant-leads", "joan@example.com");
  await staff("approve", "joan@example.com", "--role", "examiner", "--until", "2026-12-31");
  expect((await staff("list")).out).toContain("may view leads");
  await staff("approve", "joan@example.com", "--role", "staff");
  expect(await staff("grant-leads", "joan@example.com")).toEqual(
    refused("joan@example.com is not an examiner. Other roles view leads according to the role."),
  );
  await staff("approve", "joan@example.com", "--role", "examiner");
  expect(await staff("list")).toEqual(printed(listed));
});

test("adding an account again changes nothing", async () => {
  await add("ruth@example.com", "staff");
  expect(await add("ruth@example.com", "owner")).toEqual(
    refused("There already is an account for ruth@example.com. Use approve to change its role."),
  );
});

test("an invalid account is refused before the database is opened", async () => {
  const withoutDatabase = (email: string, password: string) =>
    runCommand(run, ["add", email, "--role", "staff"], {}, password);
  expect(await withoutDatabase("ruth", goodPassword)).toEqual(
    refused("Invalid email: Please enter a valid email address."),
  );
  expect(await withoutDatabase("ruth@example.com", "too short")).toEqual(
    refused("Invalid password: Please use at least 12 characters."),
  );
});

test("a password that is easy to guess is refused", async () => {
  const { code, problems } = await staffWithInput(
    "1234567890123456",
    "add",
    "ruth@example.com",
    "--role",
    "staff",
  );
  expect(code).toBe(1);
  expect(problems).toMatch(/^This password is too easy to guess/);
});

test("an email without an account is refused", async () => {
  const unknown = refused("There is no account for stranger@example.com.");
  expect(await staff("remove", "stranger@example.com")).toEqual(unknown);
  expect(await staff("approve", "stranger@example.com", "--role", "staff")).toEqual(unknown);
  expect(await staff("link", "stranger@example.com")).toEqual(unknown);
  expect(await staff("reset-second-factor", "stranger@example.com")).toEqual(unknown);
});

test("resetting the second factor ends all sessions, notifies the owner of the account and is logged", async () => {
  const { accountId } = await signedIn(db, {
    role: "owner",
    email: "ruth@example.com",
    hasAuthenticator: true,
    assurance: "aal2",
  });
  await db.insertInto("staffRecoveryCodes").values({ userId: accountId, digest: "of a code" }).execute();
  expect(await staff("reset-second-factor", "ruth@example.com")).toEqual(
    printed("ruth@example.com was signed out everywhere and no longer has a second factor."),
  );
  expect(await db.selectFrom("staffAuthenticators").select("userId").execute()).toEqual([]);
  expect(await db.selectFrom("staffRecoveryCodes").select("userId").execute()).toEqual([]);
  expect(await db.selectFrom("staffSessions").select("id").execute()).toEqual([]);
  expect(await queuedEmails()).toEqual(["account-changed to ruth@example.com"]);
  expect((await auditEvents()).map(({ action, actorKind }) => `${action} by ${actorKind}`)).toEqual([
    "second-factor-removed by shell",
  ]);
  expect(await staff("reset-second-factor", "ruth@example.com")).toEqual(
    refused("ruth@example.com has no authenticator app and no passkey."),
  );
});

test("the last owner cannot be removed or get another role", async () => {
  await add("ruth@example.com", "owner");
  const lastOwner = refused("ruth@example.com is the last owner. Give another account the role owner first.");
  expect(await staff("remove", "ruth@example.com")).toEqual(lastOwner);
  expect(await staff("approve", "ruth@example.com", "--role", "staff")).toEqual(lastOwner);
});

test("approving a requested account sends an email, and the role of an examiner ends", async () => {
  await requestAccount(deps, { email: "joan@example.com", password: goodPassword });
  expect((await staff("list")).out).toBe("joan@example.com\tpending\tjoan\temail not confirmed\n");
  expect(await approveExaminer("2026-12-31")).toEqual(
    printed("joan@example.com now has the role examiner until Dec 31, 2026."),
  );
  expect(await queuedEmails()).toContain("account-approved to joan@example.com");
  expect((await staff("list")).out).toBe(
    "joan@example.com\texaminer\tjoan\tuntil Dec 31, 2026\temail not confirmed\n",
  );
  const { roleEndsAt } = await db.selectFrom("staffUsers").select("roleEndsAt").executeTakeFirstOrThrow();
  expect(roleEndsAt).toEqual(new Date("2027-01-01T06:00:00Z"));
});

test("the last day of an examiner is a full day in the firm’s time zone", async () => {
  await add("joan@example.com", "staff");
  await add("ruth@example.com", "owner");
  // It is still the 21st there.
  expect(await approveExaminer("2026-11-21")).toMatchObject({ code: 0 });
  expect(await approveExaminer("2026-11-20")).toEqual(
    refused("2026-11-20 is in the past. --until requires a day in the future."),
  );
  expect(await approveExaminer("2026-02-30")).toEqual(
    refused("--until requires a day like 2026-12-31, not 2026-02-30."),
  );
});

test("link prints the whole sign-in link of the newest row", async () => {
  await add("ruth@example.com", "owner");
  await requestAccount(deps, { email: "joan@example.com", password: goodPassword });
  for (const [email, kind, path] of [
    ["ruth@example.com", "reset", "/auth/reset/"],
    ["joan@example.com", "confirm", "/auth/confirm/"],
  ] as const) {
    const { code, out } = await staff("link", email);
    const [, url = ""] = out.trimEnd().split("\n");
    expect(code).toBe(0);
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
});

function staff(...args: string[]) {
  return staffWithInput("", ...args);
}

function staffWithInput(input: string, ...args: string[]) {
  return runCommand(run, args, { ...database, clock }, input);
}

function add(email: string, role: "owner" | "staff") {
  return staffWithInput(goodPassword, "add", email, "--role", role);
}

function approveExaminer(until: string) {
  return staff("approve", "joan@example.com", "--role", "examiner", "--until", until);
}

function printed(text: string) {
  return { code: 0, out: `${text}\n`, problems: "" };
}

function refused(text: string) {
  return { code: 1, out: "", problems: `${text}\n` };
}
