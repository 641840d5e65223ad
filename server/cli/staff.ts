import type * as z from "zod/mini";
import { type Command, Option } from "@commander-js/extra-typings";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import { addAccount } from "#app/identity/account-management/add-account.server.ts";
import { changeLeadAccess } from "#app/identity/account-management/lead-access.server.ts";
import { approveAccount, changeRole } from "#app/identity/account-management/change-role.server.ts";
import { listAccounts, type ListedAccount } from "#app/identity/account-management/list-team.server.ts";
import { removeAccount } from "#app/identity/account-management/remove-account.server.ts";
import { getLinkToShare } from "#app/identity/account-management/reset-password.server.ts";
import { type Role, roles } from "#app/identity/accounts/staff.ts";
import { createIdentityKeys } from "#app/identity/keys/identity-keys.server.ts";
import { accountPaths } from "#app/identity/links/account-paths.ts";
import { hashPassword } from "#app/identity/passwords/hash-password.server.ts";
import { resetSecondFactor } from "#app/identity/second-factor/reset-second-factor.server.ts";
import { endOfDayIn, lastMomentBefore } from "#app/platform/calendar/end-of-day.ts";
import { readEnv } from "#app/platform/settings/env.server.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { newAccountSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { practice } from "#content/practice.ts";
import { defineCommand, done, failed, type Report, type Services } from "./command.ts";
import { readPassword } from "./read-password.ts";

type GivenRole = Exclude<Role, "pending">;

const givenRoles = roles.filter((role) => role !== "pending");
const actor = { kind: "shell" } as const;
const outbox = createOutbox(() => undefined);

/** `npm run staff`: the accounts of the staff area. */
export const run = defineCommand("staff", ({ program, shell, act }) => {
  program.description("Manages the accounts of the staff area.");
  program
    .command("add")
    .description("add an account; reads the password from standard input")
    .argument("<email>")
    .addOption(roleOption())
    .option("--name <name>", "the name on screens; by default the part of the email before @")
    .action(async (email, { role, name = email.split("@")[0] }) => {
      // Errors in the settings are reported before the password is typed.
      readEnv(shell.env);
      const parsed = newAccountSchema.safeParse({ email, name, password: await readPassword(shell) });
      await act(
        parsed.success ? (services) => add(services, parsed.data, role) : failed(describeIssue(parsed.error)),
      );
    });
  program
    .command("approve")
    .description("give an account a role")
    .argument("<email>", "", normalize)
    .addOption(roleOption())
    .option("--until <day>", "the last day of an examiner, like 2026-12-31")
    .action(async (email, { role, until }, command) => {
      if (until !== undefined && role !== "examiner") {
        command.error("error: only the role of an examiner ends: --until requires --role examiner");
      }
      await act((services) => approve(services, { email, role, until }));
    });
  subcommand(program, "grant-leads", "let an examiner view leads").action((email) =>
    act((services) => setLeadAccess(services, email, true)),
  );
  subcommand(program, "withdraw-leads", "end an examiner’s access to leads").action((email) =>
    act((services) => setLeadAccess(services, email, false)),
  );
  subcommand(program, "link", "print a link with which the account's owner can sign in").action((email) =>
    act((services) => createLink(services, email)),
  );
  subcommand(
    program,
    "reset-second-factor",
    "remove the authenticator app, recovery codes and passkeys of an account, and sign it out everywhere",
  ).action((email) => act((services) => removeSecondFactor(services, email)));
  subcommand(program, "remove", "remove an account").action((email) =>
    act(async ({ db }) => {
      const outcome = await removeAccount({ db }, { email, actor });
      return outcome.ok ? done(`Removed ${email}.`) : failed(messages[outcome.reason](email));
    }),
  );
  program
    .command("list")
    .description("list all accounts")
    .action(() => act(list));
});

function subcommand(program: Command, name: string, description: string) {
  return program.command(name).description(description).argument("<email>", "", normalize);
}

function roleOption() {
  return new Option("--role <role>").choices(givenRoles).makeOptionMandatory();
}

/** Accepts any text, so that an account with an email that is no longer valid can be removed. */
function normalize(email: string): string {
  return email.trim().toLowerCase();
}

function describeIssue({ issues: [issue] }: z.core.$ZodError): string {
  return `Invalid ${String(issue?.path[0])}: ${issue?.message}.`;
}

type NewAccount = z.infer<typeof newAccountSchema>;

async function add({ db }: Services, account: NewAccount, role: GivenRole): Promise<Report> {
  const { email } = account;
  const outcome = await addAccount(
    { db, passwords: { hash: (password: string) => hashPassword(password) } },
    { ...account, role, actor },
  );
  if (outcome.ok) return done(`Added ${email} as ${role}.`);
  if (outcome.reason === "account-exists") {
    return failed(`There already is an account for ${email}. Use approve to change its role.`);
  }
  return failed(
    "This password is too easy to guess: it is common, or contains the email address or the firm’s name.",
  );
}

/** Sets the first or another role. A person who is approved for the first time gets an email. */
async function approve(
  { db, clock }: Services,
  { email, role, until }: { email: string; role: GivenRole; until: string | undefined },
): Promise<Report> {
  const endsAt = until === undefined ? undefined : endOfDayIn(practice.timeZone, until);
  if (until !== undefined && endsAt === undefined) {
    return failed(`--until requires a day like 2026-12-31, not ${until}.`);
  }
  if (endsAt !== undefined && endsAt <= clock.now()) {
    return failed(`${until} is in the past. --until requires a day in the future.`);
  }
  const approval = { email, role, endsAt, actor };
  const approved = await approveAccount({ db, outbox }, approval);
  const outcome =
    !approved.ok && approved.reason === "not-waiting" ? await changeRole({ db, outbox }, approval) : approved;
  if (!outcome.ok) return failed(messages[outcome.reason](email));
  return done(`${email} now has the role ${role}${endsAt === undefined ? "" : ` until ${lastDay(endsAt)}`}.`);
}

async function setLeadAccess({ db }: Services, email: string, mayViewLeads: boolean): Promise<Report> {
  const outcome = await changeLeadAccess({ db }, { email, mayViewLeads, actor });
  if (!outcome.ok) return failed(messages[outcome.reason](email));
  return done(mayViewLeads ? `${email} may view leads.` : `${email} may not view leads.`);
}

/** For a person who cannot receive email. The link is as good as a password, so it is printed once and not stored. */
async function createLink({ db, keyRing, siteUrl }: Services, email: string): Promise<Report> {
  const keys = createIdentityKeys(await keyRing());
  const outcome = await getLinkToShare({ db }, { email, actor });
  if (!outcome.ok) return failed(messages[outcome.reason](email));
  const { kind, id } = outcome;
  return done(`${linkTexts[kind]}\n${siteUrl}${accountPaths[kind]}/${keys.linkToken(kind, id)}`);
}

const linkTexts = {
  reset: "This link sets a new password. It works once, for an hour. Earlier links no longer work.",
  confirm:
    "This link confirms the email address. It works once, for three days. Earlier links no longer work.",
  invite: "This link accepts the invitation. It works once, for a week after the invitation was sent.",
} as const;

async function removeSecondFactor({ db }: Services, email: string): Promise<Report> {
  const outcome = await resetSecondFactor({ db, outbox }, { email, actor });
  if (!outcome.ok) return failed(messages[outcome.reason](email));
  return done(`${email} was signed out everywhere and no longer has a second factor.`);
}

const messages = {
  unknown: (email: string) => `There is no account for ${email}.`,
  "not-examiner": (email: string) =>
    `${email} is not an examiner. Other roles view leads according to the role.`,
  "no-second-factor": (email: string) => `${email} has no authenticator app and no passkey.`,
  // Cannot happen: the restrictions apply to staff only.
  "not-allowed": () => "This is not allowed.",
  "own-account": () => "This is not allowed.",
  "last-owner": (email: string) => `${email} is the last owner. Give another account the role owner first.`,
  "not-waiting": (email: string) => `${email} was changed at the same time. List the accounts and try again.`,
} as const;

async function list({ db }: Services): Promise<Report> {
  const accounts = await listAccounts(db);
  return done(accounts.length === 0 ? "There are no accounts yet." : accounts.map(formatAccount).join("\n"));
}

/** Tab-separated columns; exceptions come last. */
function formatAccount({ email, role, name, roleEndsAt, mayViewLeads, isConfirmed }: ListedAccount): string {
  return [
    email,
    role,
    name,
    ...(roleEndsAt === null ? [] : [`until ${lastDay(roleEndsAt)}`]),
    ...(mayViewLeads ? ["may view leads"] : []),
    ...(isConfirmed ? [] : ["email not confirmed"]),
  ].join("\t");
}

function lastDay(end: Date): string {
  return shortDayIn(practice.timeZone, lastMomentBefore(end));
}
