import { beforeEach, describe, expect, test } from "vitest";
import { approveAccount, changeRole } from "#app/identity/account-management/change-role.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { inviteAccount } from "#app/identity/account-management/invitations.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";
import type { EmailKind } from "#app/email/definition/email-kinds.ts";
import type { EmailContent } from "#app/email/definition/email-content.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { practice } from "#content/practice.ts";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import { createSpamCheckKeys } from "#app/intake/spam-checks/spam-check-keys.server.ts";
import { createEmails } from "#server/emails.ts";
import { actorInSession } from "#tests/kit/signed-in.ts";
import { testKeyRing } from "#tests/kit/test-settings.ts";

const { db } = testDatabase();
const { deps, add, expireLinks, token } = accountCommands(db);

const siteUrl = "https://www.example.com";
const email = "joan@example.com";
const actor = { kind: "shell" } as const;
const emails = createEmails({ ...deps, db, spamCheckKeys: createSpamCheckKeys(testKeyRing), siteUrl });

/** Composes the newest email of a kind. */
async function compose(kind: EmailKind): Promise<EmailContent | undefined> {
  const { about } = await db
    .selectFrom("letters")
    .select("about")
    .where("kind", "=", kind)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return emails[kind].compose(about ?? "");
}

async function renderText(kind: EmailKind): Promise<string> {
  const content = await compose(kind);
  if (content === undefined) throw new Error(`${kind} does not apply`);
  const layout = { category: "account", siteUrl, postalAddressLines: [], preferencesKey: "none" } as const;
  return renderEmail(content, layout).text;
}

beforeEach(async () => {
  await add("ruth@example.com", "owner");
});

describe("an email with a link", () => {
  const request = () => requestAccount(deps, { email, password: goodPassword });

  test("links to the page of its kind and declares the token a secret", async () => {
    await request();
    const link = await token("confirm");
    expect(await renderText("account-confirm")).toContain(
      `Confirm this address:\n${siteUrl}/auth/confirm/${link}\n`,
    );
    expect((await compose("account-confirm"))?.secrets).toEqual([link]);

    await requestPasswordReset(deps, { email });
    const reset = await token("reset");
    expect(await renderText("account-reset")).toContain(`${siteUrl}/auth/reset/${reset}\n`);
    expect((await compose("account-reset"))?.secrets).toEqual([reset]);
  });

  test("names the inviter, the role and its end", async () => {
    const ruth = await db.selectFrom("staffUsers").select(["id", "email"]).executeTakeFirstOrThrow();
    const endsAt = new Date("2027-01-01T06:00:00Z");
    await inviteAccount(deps, { email, role: "examiner", endsAt, actor: await actorInSession(db, ruth) });
    const text = await renderText("account-invitation");
    expect(text).toContain("Name of ruth@example.com invites you");
    expect(text).toContain("as an examiner (read only) until Thursday, December 31, 2026.");
    expect(text).toContain(`${siteUrl}/auth/invitation/${await token("invite")}\n`);
  });

  test("no longer applies after the link was used or expired, or the account was deleted", async () => {
    await request();
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    expect(await compose("account-confirm")).toBeUndefined();
    await requestPasswordReset(deps, { email });
    await expireLinks();
    expect(await compose("account-reset")).toBeUndefined();
    await requestPasswordReset(deps, { email });
    await removeAccount(deps, { email, actor });
    expect(await compose("account-reset")).toBeUndefined();
  });

  test("contains nothing that was typed, and no link to the preference page", async () => {
    await requestAccount(deps, { email: "buy.cheap.pills.example@example.com", password: goodPassword });
    const text = await renderText("account-confirm");
    expect(text).not.toContain("pills");
    expect(text).not.toContain("/letters/preferences");
  });
});

describe("the email to owners", () => {
  test("names the account that awaits approval, until an owner decides", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    const text = await renderText("account-waiting");
    expect(text).toContain(`Email: ${email}`);
    expect(text).toContain(`${siteUrl}/admin/team\n`);
    await approveAccount(deps, { email, role: "staff", actor });
    expect(await compose("account-waiting")).toBeUndefined();
  });
});

describe("the email about a new owner", () => {
  const by = async () =>
    actorInSession(
      db,
      await db
        .selectFrom("staffUsers")
        .select(["id", "email"])
        .where("email", "=", "ruth@example.com")
        .executeTakeFirstOrThrow(),
    );

  test("names the invited address, the inviter and what to do", async () => {
    await inviteAccount(deps, { email, role: "owner", actor: await by() });
    const text = await renderText("account-new-owner");
    expect(text).toContain(`Invited: ${email}`);
    expect(text).toContain("By: ruth@example.com");
    expect(text).toContain("withdraw the invitation there");
    expect(text).toContain(`${siteUrl}/admin/team\n`);
  });

  test("is sent for an approval as an owner and for a change to owner, and not for other roles", async () => {
    const inTotal = async () =>
      (await db.selectFrom("letters").select("id").where("kind", "=", "account-new-owner").execute()).length;
    await add(email, "pending");
    await approveAccount(deps, { email, role: "staff", actor: await by() });
    expect(await inTotal()).toBe(0);
    await changeRole(deps, { email, role: "owner", actor: await by() });
    expect(await inTotal()).toBe(1);
    expect(await renderText("account-new-owner")).toContain(`New owner: ${email}`);
    await changeRole(deps, { email, role: "owner", actor: await by() });
    expect(await inTotal()).toBe(1);
    await add("lee@example.com", "pending");
    await approveAccount(deps, { email: "lee@example.com", role: "owner", actor: await by() });
    expect(await inTotal()).toBe(3);
  });

  test("is sent even if the account no longer exists, because the thief may have removed it", async () => {
    await add(email, "staff");
    await changeRole(deps, { email, role: "owner", actor: await by() });
    await removeAccount(deps, { email, actor });
    expect(await renderText("account-new-owner")).toContain("no longer exists");
  });
});

describe("the email to the user of an account", () => {
  test("confirms the approval with the role at the time of sending", async () => {
    await add(email, "pending");
    await approveAccount(deps, { email, role: "staff", actor });
    expect(await renderText("account-approved")).toContain("You are a staff member.");
    await removeAccount(deps, { email, actor });
    expect(await compose("account-approved")).toBeUndefined();
  });

  test("reminds the user to confirm the address first", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await approveAccount(deps, { email, role: "staff", actor });
    expect(await renderText("account-approved")).toContain("Please confirm your address first");
  });

  test("states what was changed, when, where and what to do", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await requestPasswordReset(deps, { email });
    await resetPassword(deps, {
      link: await token("reset"),
      password: "another rain on limestone",
      browser: "Firefox on Linux",
    });
    const text = await renderText("account-changed");
    expect(text).toMatch(
      /^Your password was changed\n\nWhen: \w+day, .*\d{4}, .* C[SD]T\nWhere: Firefox on Linux\n/,
    );
    expect(text).toContain(`set a new password <${siteUrl}/auth/reset>`);
  });

  const passwordLink = `set a new password <${siteUrl}/auth/reset>`;
  const accountLink = `Account <${siteUrl}/admin/account>`;
  const ownerFirst =
    /If this wasn’t you, tell an owner .* immediately or call .*\. They can remove the authenticator app for you\./;
  test.each([
    ["password-changed", [`If this wasn’t you, ${passwordLink} immediately`]],
    // A new password removes neither a passkey nor an authenticator.
    ["second-factor-added", [ownerFirst, `Then ${passwordLink}`]],
    ["second-factor-removed", [`If this wasn’t you, ${passwordLink} immediately`]],
    [
      "recovery-codes-renewed",
      [`If this wasn’t you, ${passwordLink}`, `create new recovery codes under ${accountLink}`],
    ],
    [
      "recovery-code-used",
      [`If this wasn’t you, ${passwordLink}`, `create new recovery codes under ${accountLink}`],
    ],
    [
      "passkey-added",
      [`If this wasn’t you, sign in and remove the passkey under ${accountLink}`, `Then ${passwordLink}`],
    ],
    ["passkey-removed", [`If this wasn’t you, ${passwordLink} immediately`]],
  ] as const)("lists what to do against an intruder, in order: %s", async (change, steps) => {
    const joan = await add(email);
    await db
      .transaction()
      .execute((trx) => recordAccountChange(trx, deps, { accountId: joan.id, email, change }));
    const text = await renderText("account-changed");
    expect(text).toContain("If this was you, you don’t have to do anything.");
    const places = steps.map((step) => (typeof step === "string" ? text.indexOf(step) : text.search(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain(practice.phone.display);
  });

  test("attributes a change by others to them, and states what to do", async () => {
    const joan = await add(email);
    await db
      .insertInto("staffAuthenticators")
      .values({ userId: joan.id, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null })
      .execute();
    expect(await resetSecondFactor(deps, { email, actor })).toEqual({ ok: true });
    const text = await renderText("account-changed");
    expect(text).toContain("removed it together with its recovery codes, and signed you out on all devices.");
    expect(text).toContain(`set up a passkey or an authenticator app again under ${accountLink}`);
    expect(text).toContain("If you didn’t ask for this, tell an owner");
    expect(text).not.toContain("If this was you");
  });

  test("is sent once for each of several changes", async () => {
    const joan = await add(email);
    const changes = ["second-factor-added", "recovery-code-used", "passkey-removed"] as const;
    for (const change of changes) {
      await db
        .transaction()
        .execute((trx) => recordAccountChange(trx, deps, { accountId: joan.id, email, change }));
    }
    const rows = await db
      .selectFrom("letters")
      .select("about")
      .orderBy("createdAt")
      .orderBy("about")
      .execute();
    const subjects: (string | undefined)[] = [];
    for (const { about } of rows) {
      subjects.push((await emails["account-changed"].compose(about ?? ""))?.subject);
    }
    expect(subjects).toEqual([
      "An authenticator app was added to your account",
      "A recovery code of your account was used",
      "A passkey was removed from your account",
    ]);
  });

  test("is not sent for an audit entry that is no change", async () => {
    expect(await emails["account-changed"].compose("00000000-0000-0000-0000-0000000fffff")).toBeUndefined();
    expect(await emails["account-changed"].compose("5d7f2a44-8e0e-4b0e-9d3a-4f1d8f0c6b21")).toBeUndefined();
  });
});
