import { beforeEach, describe, expect, test } from "vitest";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { runConcurrently } from "#tests/kit/run-concurrently.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { approveAccount, changeRole } from "./change-role.server.ts";
import { confirmAddress } from "./confirm-email.server.ts";
import { acceptInvitation, inviteAccount } from "./invitations.server.ts";
import { listAccounts } from "./list-team.server.ts";
import { removeAccount } from "./remove-account.server.ts";
import { requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { endColleagueSessions } from "#app/identity/sessions/revoke-sessions.server.ts";
import { actorInSession } from "#tests/kit/signed-in.ts";
import { addPasskey } from "#tests/kit/sign-in-fixtures.ts";
import { requestAccount } from "./request-account.server.ts";

const { db, pool } = testDatabase();
const { deps, add, auditEvents, expireLinks, queuedEmails, token } = accountCommands(db);

const email = "joan@example.com";
const expired = { ok: false, reason: "link-expired" };
const shell = { kind: "shell" } as const;

let actor: Awaited<ReturnType<typeof actorInSession>>;
beforeEach(async () => {
  await add("sam@example.com", "owner");
  actor = await actorInSession(db, await add("ruth@example.com", "owner"));
});

const invite = (role: "owner" | "staff" | "examiner" = "staff", endsAt?: Date) =>
  inviteAccount(deps, { email: ` Joan@Example.com`, role, endsAt, actor });
const accept = (link: string, password = goodPassword) =>
  acceptInvitation(deps, { link, name: "Joan", password, clientAddress: "198.18.0.7" });
async function resetLink(): Promise<string> {
  await requestPasswordReset(deps, { email: actor.email, clientAddress: "198.18.0.8" });
  return token("reset");
}
const joan = async () => (await listAccounts(db)).find((account) => account.email === email);

describe("an invitation", () => {
  test("creates an account with its role and a confirmed address", async () => {
    const endsAt = new Date("2027-01-01T06:00:00Z");
    expect(await invite("examiner", endsAt)).toMatchObject({ ok: true });
    expect(await queuedEmails()).toEqual([`account-invitation to ${email}`]);
    expect(await accept(await token("invite"))).toMatchObject({ ok: true, email });
    expect(await joan()).toEqual({
      email,
      name: "Joan",
      role: "examiner",
      mayViewLeads: false,
      roleEndsAt: endsAt,
      isConfirmed: true,
    });
    expect((await auditEvents()).slice(-2)).toMatchObject([
      { action: "invitation-sent", actorEmail: "ruth@example.com", details: { role: "examiner" } },
      { action: "invitation-accepted", actorEmail: email, clientAddress: "198.18.0.7" },
    ]);
  });

  test("as an owner is reported to every owner, and so is its acceptance to all but the new one", async () => {
    const ruthAndSam = ["account-new-owner to ruth@example.com", "account-new-owner to sam@example.com"];
    await invite("owner");
    const afterInvitation = await queuedEmails();
    expect(afterInvitation).toHaveLength(3);
    expect(afterInvitation).toEqual(
      expect.arrayContaining([...ruthAndSam, `account-invitation to ${email}`]),
    );
    await accept(await token("invite"));
    expect((await queuedEmails()).slice(3).toSorted()).toEqual(ruthAndSam);
  });

  test("creates one account in five concurrent requests, and none later", async () => {
    await invite();
    const link = await token("invite");
    const outcomes = await runConcurrently(pool, "staff_links", 5, () => accept(link));
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
    expect(outcomes.filter((outcome) => !outcome.ok)).toEqual([expired, expired, expired, expired]);
    await removeAccount(deps, { email, actor: shell });
    expect(await accept(link)).toEqual(expired);
    expect(await joan()).toBeUndefined();
  });

  test("expires after seven days", async () => {
    await invite();
    const { expiresAt, createdAt } = await db
      .selectFrom("staffLinks")
      .select(["expiresAt", "createdAt"])
      .executeTakeFirstOrThrow();
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(7 * 86_400_000);
    await expireLinks();
    expect(await accept(await token("invite"))).toEqual(expired);
  });

  test("replaces earlier invitations to the same address", async () => {
    await invite("owner");
    const older = await token("invite");
    await invite("staff");
    expect(await accept(older)).toEqual(expired);
    expect(await accept(await token("invite"))).toMatchObject({ ok: true });
    expect(await joan()).toMatchObject({ role: "staff" });
  });

  test.each([
    ["is demoted", () => changeRole(deps, { id: actor.id, role: "staff", actor: shell })],
    ["is removed", () => removeAccount(deps, { id: actor.id, actor: shell })],
  ])("ends when its sender %s", async (_, change) => {
    await invite("owner");
    const link = await token("invite");
    expect(await change()).toEqual({ ok: true });
    expect(await accept(link)).toEqual(expired);
    expect(await joan()).toBeUndefined();
  });

  test.each([
    [
      "sets a new password with an emailed link",
      async () => resetPassword(deps, { link: await resetLink(), password: goodPassword }),
    ],
    [
      "gets a reset of the second factor",
      async () => {
        await addPasskey(db, actor.id);
        return resetSecondFactor(deps, { id: actor.id, actor: shell });
      },
    ],
    ["is signed out by another owner", () => endColleagueSessions(deps, { id: actor.id, actor: shell })],
  ])("ends when its sender %s, because a thief may have sent it", async (_, recover) => {
    await invite("owner");
    const link = await token("invite");
    expect(await recover()).toMatchObject({ ok: true });
    expect(await accept(link)).toEqual(expired);
    expect(await joan()).toBeUndefined();
    // The thief's next request may have been authorized before the recovery was committed.
    expect(await invite("owner")).toEqual({ ok: false, reason: "not-allowed" });
  });

  test("cannot be sent in another account's session", async () => {
    const other = await actorInSession(db, await add("thief@example.com", "owner"));
    actor = { ...actor, sessionId: other.sessionId };
    expect(await invite("owner")).toEqual({ ok: false, reason: "not-allowed" });
    expect(await queuedEmails()).toEqual([]);
  });

  test("is not sent by a request that waits for a password reset, which ends its session", async () => {
    const link = await resetLink();
    const client = await pool.connect();
    try {
      await client.query("begin; lock table staff_users in share row exclusive mode");
      const waiting = "select from pg_locks where not granted and relation = 'staff_users'::regclass";
      const reset = resetPassword(deps, { link, password: goodPassword });
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      const invited = invite("owner");
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
      await client.query("commit");
      expect(await reset).toMatchObject({ ok: true });
      expect(await invited).toEqual({ ok: false, reason: "not-allowed" });
    } finally {
      client.release();
    }
    expect(await db.selectFrom("staffLinks").select("id").where("kind", "=", "invite").execute()).toEqual([]);
  });

  test("is not locked by a password reset that waits for the roles, because accepting it takes these first", async () => {
    await invite("owner");
    const link = await resetLink();
    const client = await pool.connect();
    try {
      await client.query("begin; lock table staff_users in share row exclusive mode");
      const reset = resetPassword(deps, { link, password: goodPassword });
      const waiting = "select from pg_locks where not granted and relation = 'staff_users'::regclass";
      await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
      await client.query("select from staff_links for update nowait");
      await client.query("commit");
      expect(await reset).toMatchObject({ ok: true });
    } finally {
      client.release();
    }
  });

  test("is not sent to an address with an account", async () => {
    const { id } = await add(email, "pending");
    expect(await invite()).toEqual({ ok: false, reason: "waiting" });
    await changeRole(deps, { id, role: "staff", actor: shell });
    expect(await invite()).toEqual({ ok: false, reason: "account-exists" });
    expect(await queuedEmails()).toEqual([]);
  });

  test("does not change an account created in the meantime, and stays open", async () => {
    await invite("owner");
    const link = await token("invite");
    await add(email, "pending");
    expect(await accept(link)).toEqual({ ok: false, reason: "account-exists" });
    expect(await joan()).toMatchObject({ role: "pending" });
    await removeAccount(deps, { email, actor: shell });
    expect(await accept(link)).toMatchObject({ ok: true });
  });

  test.each(["before", "after"])(
    "still works if a stranger signs up with its address %s it is sent",
    async (when) => {
      const signUp = () => requestAccount(deps, { email, password: "chosen by a stranger" });
      if (when === "before") await signUp();
      expect(await invite("owner")).toMatchObject({ ok: true });
      const link = await token("invite");
      if (when === "after") await signUp();
      expect(await signUp()).toEqual({ ok: true });
      const confirmation = await token("confirm");
      expect(await accept(link)).toMatchObject({ ok: true });
      expect(await joan()).toMatchObject({ name: "Joan", role: "owner", isConfirmed: true });
      expect((await auditEvents()).slice(-2)).toMatchObject([
        {
          action: "account-removed",
          actorKind: "nobody",
          details: { role: "pending", by: "invitation" },
          clientAddress: "198.18.0.7",
        },
        { action: "invitation-accepted" },
      ]);
      expect(await confirmAddress(deps, { link: confirmation, password: "chosen by a stranger" })).toEqual(
        expired,
      );
    },
  );

  test("does not replace an approved account whose address is unconfirmed", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await approveAccount(deps, { email, role: "staff", actor: shell });
    expect(await invite()).toEqual({ ok: false, reason: "account-exists" });
    expect(await joan()).toMatchObject({ role: "staff" });
  });

  test("cannot be sent by a former owner", async () => {
    await changeRole(deps, { id: actor.id, role: "staff", actor: shell });
    expect(await invite("owner")).toEqual({ ok: false, reason: "not-allowed" });
    expect(await queuedEmails()).toEqual([]);
  });

  test("does not become valid again when its sender becomes an owner again", async () => {
    await invite("owner");
    const link = await token("invite");
    await changeRole(deps, { id: actor.id, role: "staff", actor: shell });
    await changeRole(deps, { id: actor.id, role: "owner", actor: shell });
    expect(await accept(link)).toEqual(expired);
  });

  test("is not used up by a common password", async () => {
    await invite();
    const link = await token("invite");
    expect(await accept(link, "passwordpassword")).toEqual({ ok: false, reason: "common-password" });
    expect(await accept(link)).toMatchObject({ ok: true });
  });

  test("with a forged token is rejected", async () => {
    await invite();
    const link = await token("invite");
    expect(await accept(link.replace(/.$/, (last) => (last === "A" ? "E" : "A")))).toEqual(expired);
    expect(await accept("")).toEqual(expired);
  });
});
