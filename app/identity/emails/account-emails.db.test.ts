import { beforeEach, describe, expect, test } from "vitest";
import { approveAccount } from "#app/identity/account-management/change-role.server.ts";
import { confirmAddress } from "#app/identity/account-management/confirm-email.server.ts";
import { inviteAccount } from "#app/identity/account-management/invitations.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { requestAccount } from "#app/identity/account-management/request-account.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#app/identity/account-management/reset-password.server.ts";
import type { EmailContent } from "#app/email/rendering/email-content.ts";
import { renderEmail } from "#app/email/rendering/render-email.server.tsx";
import { practice } from "#content/practice.ts";
import { accountCommands, goodPassword } from "#tests/kit/account-commands.ts";
import { testDatabase } from "#tests/kit/database.ts";
import { recordAccountChange } from "#app/identity/account-changes/record-account-change.server.ts";
import { accountComposers } from "./render-account-emails.server.ts";

const { db } = testDatabase();
const { deps, add, endTheTimeOfLinks, token } = accountCommands(db);

const siteUrl = "https://www.example.com";
const email = "joan@example.com";
const actor = { kind: "shell" } as const;
const composers = accountComposers({ db, keys: deps.keys, siteUrl });

/** What the newest letter of a kind says at this moment. */
async function compose(kind: string): Promise<EmailContent | undefined> {
  const { about } = await db
    .selectFrom("letters")
    .select("about")
    .where("kind", "=", kind)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return composers[kind]?.(about ?? "");
}

async function textOf(kind: string): Promise<string> {
  const content = await compose(kind);
  if (content === undefined) throw new Error(`${kind} has nothing to say`);
  const around = { siteUrl, postalAddressLines: [], preferencesKey: "none" };
  return renderEmail(content, around).text;
}

beforeEach(async () => {
  await add("ruth@example.com", "owner");
});

describe("a letter with a link", () => {
  const askForAccount = () => requestAccount(deps, { email, password: goodPassword });

  test("names the page of its kind, and its token as a secret", async () => {
    await askForAccount();
    const link = await token("confirm");
    expect(await textOf("account-confirm")).toContain(
      `Confirm this address:\n${siteUrl}/auth/confirm/${link}\n`,
    );
    expect((await compose("account-confirm"))?.secrets).toEqual([link]);

    await requestPasswordReset(deps, { email });
    const reset = await token("reset");
    expect(await textOf("account-reset")).toContain(`${siteUrl}/auth/reset/${reset}\n`);
    expect((await compose("account-reset"))?.secrets).toEqual([reset]);
  });

  test("says who invites to what, and until when", async () => {
    const ruth = await db.selectFrom("staffUsers").select(["id", "email"]).executeTakeFirstOrThrow();
    const endsAt = new Date("2027-01-01T06:00:00Z");
    await inviteAccount(deps, { email, role: "examiner", endsAt, actor: { kind: "staff", ...ruth } });
    const text = await textOf("account-invitation");
    expect(text).toContain("Name of ruth@example.com invites you");
    expect(text).toContain("as an examiner (read only) until Thursday, December 31, 2026.");
    expect(text).toContain(`${siteUrl}/auth/invitation/${await token("invite")}\n`);
  });

  test("is not written any more once the link was used, has ended, or its account is gone", async () => {
    await askForAccount();
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    expect(await compose("account-confirm")).toBeUndefined();
    await requestPasswordReset(deps, { email });
    await endTheTimeOfLinks();
    expect(await compose("account-reset")).toBeUndefined();
    await requestPasswordReset(deps, { email });
    await removeAccount(deps, { email, actor });
    expect(await compose("account-reset")).toBeUndefined();
  });

  test("carries nothing that was typed, and no address at which letters are stopped", async () => {
    await requestAccount(deps, { email: "buy.cheap.pills.example@example.com", password: goodPassword });
    const text = await textOf("account-confirm");
    expect(text).not.toContain("pills");
    expect(text).not.toContain("/letters/preferences");
  });
});

describe("an owner", () => {
  test("is told who waits, as long as they do", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await confirmAddress(deps, { link: await token("confirm"), password: goodPassword });
    const text = await textOf("account-waiting");
    expect(text).toContain(`E-mail: ${email}`);
    expect(text).toContain(`${siteUrl}/admin/team\n`);
    await approveAccount(deps, { email, role: "staff", actor });
    expect(await compose("account-waiting")).toBeUndefined();
  });
});

describe("whoever has the account", () => {
  test("is told of the approval, with the role that it has when the letter leaves", async () => {
    await add(email, "pending");
    await approveAccount(deps, { email, role: "staff", actor });
    expect(await textOf("account-approved")).toContain("you have the role of a member of staff.");
    await removeAccount(deps, { email, actor });
    expect(await compose("account-approved")).toBeUndefined();
  });

  test("is reminded of the first step where the address is not confirmed yet", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await approveAccount(deps, { email, role: "staff", actor });
    expect(await textOf("account-approved")).toContain("Your address is still to be confirmed");
  });

  test("is told what was changed, when and where, and what to do", async () => {
    await requestAccount(deps, { email, password: goodPassword });
    await requestPasswordReset(deps, { email });
    await resetPassword(deps, {
      link: await token("reset"),
      password: "another rain on limestone",
      browser: "Firefox on Linux",
    });
    const text = await textOf("account-changed");
    expect(text).toMatch(
      /^Your password was changed\n\nWhen: \w+day, .*\d{4}, .* C[SD]T\nWhere: Firefox on Linux\n/,
    );
    expect(text).toContain(`set a new password <${siteUrl}/auth/reset>`);
  });

  const signsEverybodyOut = `set a new password <${siteUrl}/auth/reset>`;
  const underAccount = `Account <${siteUrl}/admin/account>`;
  const anOwnerFirst =
    /If it was not you, tell an owner .* at once, or call .*: it can be taken away for you\./;
  test.each([
    ["password-changed", [`If it was not you, ${signsEverybodyOut} at once`]],
    // A new password takes neither a passkey nor an authenticator away.
    ["second-factor-added", [anOwnerFirst, `Then ${signsEverybodyOut}`]],
    ["second-factor-removed", [`If it was not you, ${signsEverybodyOut} at once`]],
    [
      "recovery-codes-renewed",
      [`If it was not you, ${signsEverybodyOut}`, `make new recovery codes under ${underAccount}`],
    ],
    [
      "recovery-code-used",
      [`If it was not you, ${signsEverybodyOut}`, `make new recovery codes under ${underAccount}`],
    ],
    [
      "passkey-added",
      [
        `If it was not you, sign in and remove the passkey under ${underAccount}`,
        `Then ${signsEverybodyOut}`,
      ],
    ],
    ["passkey-removed", [`If it was not you, ${signsEverybodyOut} at once`]],
  ] as const)("is told what helps against a stranger, and in which order: %s", async (change, steps) => {
    const joan = await add(email);
    await db
      .transaction()
      .execute((trx) => recordAccountChange(trx, deps, { accountId: joan.id, email, change }));
    const text = await textOf("account-changed");
    expect(text).toContain("If it was you, there is nothing to do.");
    const places = steps.map((step) => (typeof step === "string" ? text.indexOf(step) : text.search(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(text).toContain(practice.phone.display);
  });

  test("is told what others did to it as theirs, and what opens the account now", async () => {
    const joan = await add(email);
    await db
      .insertInto("staffAuthenticators")
      .values({ userId: joan.id, sealedSecret: "sealed", confirmedAt: new Date(), lastStep: null })
      .execute();
    expect(await resetSecondFactor(deps, { email, actor })).toEqual({ ok: true });
    const text = await textOf("account-changed");
    expect(text).toContain("took it away together with its recovery codes, and signed you out everywhere.");
    expect(text).toContain(`set up an authenticator app again under ${underAccount}`);
    expect(text).toContain("If you did not ask for it, tell an owner");
    expect(text).not.toContain("If it was you");
  });

  test("is told of each of several changes by a letter of its own", async () => {
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
      subjects.push((await composers["account-changed"]?.(about ?? ""))?.subject);
    }
    expect(subjects).toEqual([
      "An authenticator app was added to your account",
      "A recovery code of your account was used",
      "A passkey was removed from your account",
    ]);
  });

  test("is told nothing of what is no change", async () => {
    expect(await composers["account-changed"]?.("00000000-0000-0000-0000-0000000fffff")).toBeUndefined();
    expect(await composers["account-changed"]?.("5d7f2a44-8e0e-4b0e-9d3a-4f1d8f0c6b21")).toBeUndefined();
  });
});
