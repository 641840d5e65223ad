import { saveStartPage, startPages } from "#app/identity/preferences/staff-preferences.server.ts";
import * as z from "zod/mini";
import { parseCookies } from "#app/platform/http/cookies.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { renameAccount } from "#app/identity/account-management/rename-account.server.ts";
import type { CountingDeps } from "#app/identity/rate-limits/count-attempts.server.ts";
import type { StaffSession } from "#app/identity/sessions/find-session.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { OwnAccount } from "#app/identity/account-changes/own-account.server.ts";
import { removePasskey, renamePasskey } from "#app/identity/passkeys/passkeys.server.ts";
import {
  startAuthenticatorSetup,
  findAuthenticatorSetup,
} from "#app/identity/second-factor/authenticator-setup.server.ts";
import {
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from "#app/identity/second-factor/authenticator.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import { isLibraryId } from "#app/identity/library/library-id.ts";
import { revokeOtherSessions, revokeSession } from "#app/identity/sessions/revoke-sessions.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { contactFields, line } from "#app/intake/form/contact.schema.ts";
import { digestField, digestKinds } from "#app/people/digests/digest.messages.ts";
import { saveDigests } from "#app/people/digests/digest-choices.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import { AppError } from "#app/platform/errors.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { describeAuthenticator } from "#app/staff/auth-forms/authenticator-view.server.ts";
import { authenticatorTexts, codeErrors } from "#app/staff/auth-forms/authenticator.messages.ts";
import { credentialTexts, passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { passwordChangeSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { createSchemeCookie, schemes } from "#app/staff/shell/color-scheme.ts";
import { type AccountAction, accountActions, type AccountResult } from "./account-actions.ts";
import { accountErrors, type Done } from "./account.messages.ts";

/** `done` reloads the page with a confirmation; otherwise the result is displayed in the response. */
export type ActionOutcome =
  | { done: Done; headers?: Headers }
  | { status: number; result: AccountResult; headers?: Headers };

type Input = {
  services: Pick<CountingDeps, "db" | "clock"> & { outbox: Outbox; identity: Identity; siteUrl: string };
  visitor: Visitor;
  session: StaffSession;
  account: OwnAccount;
  form: FormData;
};

/** The caller has authorized the request. */
export async function handleAccountAction(
  action: AccountAction,
  { services, visitor, session, form }: Omit<Input, "account">,
): Promise<ActionOutcome> {
  const required = accountActions[action];
  if (session.hasUnverifiedPasskey && "secondFactorPart" in required) {
    const part = required.secondFactorPart;
    return { status: 403, result: { kind: "refused", part, formError: accountErrors.passkeyUnverified } };
  }
  const account = {
    id: session.staff.id,
    email: session.staff.email,
    clientAddress: visitor.clientAddress,
    browser: deviceName(visitor.request.headers.get("user-agent")),
  };
  return handlers[action]({ services, visitor, session, account, form });
}

const handlers: Record<AccountAction, (input: Input) => Promise<ActionOutcome>> = {
  rename,
  "choose-scheme": chooseScheme,
  "choose-start-page": chooseStartPage,
  "choose-digests": chooseDigests,
  "change-password": updatePassword,
  "begin-authenticator": startSetup,
  "confirm-authenticator": confirmSetup,
  "remove-authenticator": async ({ services, account }) => {
    // Removing it again has the same result.
    await removeAuthenticator(services, account);
    return { done: "authenticator-removed" };
  },
  "renew-recovery-codes": renewCodes,
  "rename-passkey": updatePasskeyName,
  "remove-passkey": async ({ services, account, form }) => {
    const outcome = await removePasskey(services, account, readId(form, "passkey"));
    return outcome.ok ? { done: "passkey-removed" } : gone("passkeys", accountErrors.passkeyGone);
  },
  "end-session": async ({ services, account, form }) => {
    const outcome = await revokeSession(services, account, readId(form, "session"));
    return outcome.ok ? { done: "session-ended" } : gone("sessions", accountErrors.sessionGone);
  },
  "end-other-sessions": async ({ services, account, session }) => {
    await revokeOtherSessions(services, account, session.id);
    return { done: "sessions-ended" };
  },
};

const nameSchema = z.object({ name: contactFields.name });

const passkeyNameSchema = z.object({
  passkeyName: line({
    missing: accountErrors.passkeyNameMissing,
    maximum: maximumLength.name,
    tooLong: accountErrors.passkeyNameTooLong,
  }),
});

async function rename({ services, account, form }: Input): Promise<ActionOutcome> {
  const parsed = parseForm(nameSchema, form);
  if (!parsed.ok) return { status: 422, result: { kind: "refused", part: "profile", ...parsed } };
  await renameAccount(services, { ...splitAccount(account), name: parsed.value.name });
  return { done: "name" };
}

async function chooseScheme({ services, form }: Input): Promise<ActionOutcome> {
  const chosen = schemes.find((scheme) => scheme === form.get("scheme"));
  if (chosen === undefined) throw new AppError("invalid", "The color scheme is unknown.");
  const isSecure = services.siteUrl.startsWith("https:");
  return { done: "scheme", headers: new Headers({ "Set-Cookie": createSchemeCookie(chosen, isSecure) }) };
}

async function chooseStartPage({ services, session, account, form }: Input): Promise<ActionOutcome> {
  if (session.staff.role === "examiner") throw new AppError("forbidden", "Examiners start with the record.");
  const chosen = startPages.find((page) => page === form.get("startPage"));
  if (chosen === undefined) throw new AppError("invalid", "The start page is unknown.");
  await saveStartPage(services.db, account.id, chosen);
  return { done: "start-page" };
}

async function chooseDigests({ services, session, account, form }: Input): Promise<ActionOutcome> {
  if (!canFollowUp(session.staff)) throw new AppError("forbidden", "The account cannot follow up on people.");
  const marked = form.getAll(digestField);
  const wanted = digestKinds.filter((kind) => marked.includes(kind));
  await saveDigests(services.db, account.id, wanted, services.clock.now());
  return { done: "digests" };
}

async function updatePassword({ services, visitor, session, account, form }: Input): Promise<ActionOutcome> {
  const parsed = parseForm(passwordChangeSchema, form);
  if (!parsed.ok) return { status: 422, result: { kind: "refused", part: "password", ...parsed } };
  const { currentPassword, newPassword } = parsed.value;
  const { db, clock, outbox, identity } = services;
  const { keys, passwords } = identity;
  const outcome = await unlessBusy(
    changePassword(
      { db, clock, outbox, keys, passwords },
      {
        session,
        clientAddress: visitor.clientAddress,
        browser: account.browser,
        current: currentPassword,
        next: newPassword,
      },
    ),
  );
  // The change ends all sessions, including any that use a copy of this session's token.
  if (outcome.ok) return { done: "password", headers: await identity.renewSession(visitor) };
  if (outcome.reason === "too-many") return passwordRefused(credentialTexts.tooManyAttempts, 429);
  if (outcome.reason === "busy") return passwordRefused(credentialTexts.busy, 503);
  const fieldErrors = passwordRefusals[outcome.reason];
  return { status: 422, result: { kind: "refused", part: "password", fieldErrors } };
}

function passwordRefused(formError: string, status: number): ActionOutcome {
  return { status, result: { kind: "refused", part: "password", formError } };
}

const passwordRefusals = {
  wrong: { currentPassword: passwordMessages.wrong },
  "common-password": { newPassword: passwordMessages.common },
} as const;

async function startSetup({ services: { db, identity }, session, account }: Input): Promise<ActionOutcome> {
  const owner = { ...account, sessionId: session.id };
  const outcome = await startAuthenticatorSetup({ db, keys: identity.keys }, owner);
  if (!outcome.ok) return secondFactorRefused(authenticatorTexts.exists, 409);
  return { status: 200, result: { kind: "setup", authenticator: describeAuthenticator(outcome) } };
}

async function confirmSetup({ services, visitor, session, account, form }: Input): Promise<ActionOutcome> {
  const deps = { ...services, keys: services.identity.keys };
  const owner = { ...account, sessionId: session.id };
  const code = form.get("code");
  const outcome = await confirmAuthenticator(deps, owner, typeof code === "string" ? code : "");
  if (outcome.ok) {
    return {
      status: 200,
      result: { kind: "recovery-codes", codes: outcome.recoveryCodes },
      headers: await services.identity.raiseSession(visitor),
    };
  }
  const error = codeErrors[outcome.reason];
  const setup = outcome.reason === "wrong" ? await findAuthenticatorSetup(deps, owner) : undefined;
  if (setup === undefined) return secondFactorRefused(error, 409);
  return { status: 422, result: { kind: "setup", authenticator: describeAuthenticator(setup), error } };
}

async function renewCodes({ services, account }: Input): Promise<ActionOutcome> {
  const outcome = await renewRecoveryCodes({ ...services, keys: services.identity.keys }, account);
  if (!outcome.ok) return secondFactorRefused(accountErrors.noAuthenticator, 409);
  return { status: 200, result: { kind: "recovery-codes", codes: outcome.recoveryCodes } };
}

async function updatePasskeyName({ services, account, form }: Input): Promise<ActionOutcome> {
  const id = readId(form, "passkey");
  const parsed = parseForm(passkeyNameSchema, form);
  const about = { kind: "refused", part: "passkeys", about: id } as const;
  if (!parsed.ok) return { status: 422, result: { ...about, ...parsed } };
  const outcome = await renamePasskey(services, account, { id, name: parsed.value.passkeyName });
  if (outcome.ok) return { done: "passkey-renamed" };
  return gone("passkeys", accountErrors.passkeyGone);
}

function gone(part: "passkeys" | "sessions", formError: string): ActionOutcome {
  return { status: 404, result: { kind: "refused", part, formError } };
}

function secondFactorRefused(formError: string, status: number): ActionOutcome {
  return { status, result: { kind: "refused", part: "second-factor", formError } };
}

/** Separates the account from the details of the request. */
function splitAccount({ id, email, ...origin }: OwnAccount) {
  return { account: { id, email }, ...origin };
}

/** The id of a passkey or a session, which no other text can be. PostgreSQL rejects text with a NUL character. */
function readId(form: FormData, field: string): string {
  const id = form.get(field);
  return typeof id === "string" && isLibraryId(id) ? id : "";
}

/** Returns the request without its body, and with the cookies that a response sets. */
export function mergeCookies(request: Request, response: Headers): Request {
  const set = response.getSetCookie().flatMap((cookie) => parseCookies(cookie.split(";", 1)[0] ?? ""));
  const replaced = new Map(set);
  const sent = parseCookies(request.headers.get("cookie"));
  const cookies = [...sent.filter(([name]) => !replaced.has(name)), ...replaced];
  const headers = new Headers(request.headers);
  headers.set("cookie", cookies.map(([name, value]) => `${name}=${value}`).join("; "));
  return new Request(request.url, { headers });
}
