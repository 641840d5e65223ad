import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { renameAccount } from "#app/identity/account-management/rename-account.server.ts";
import type { CountingDeps } from "#app/identity/rate-limits/count-attempts.server.ts";
import type { Identity, StaffSession } from "#app/identity/identity.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import type { OwnAccount } from "#app/identity/account-changes/own-account.server.ts";
import { removePasskey, renamePasskey } from "#app/identity/passkeys/passkeys.server.ts";
import {
  type AuthenticatorSetUp,
  beginAuthenticator,
  begunAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from "#app/identity/second-factor/authenticator.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import { revokeOtherSessions, revokeSession } from "#app/identity/sessions/revoke-sessions.server.ts";
import type { Outbox } from "#app/email/outbox/outbox.server.ts";
import { AppError } from "#app/platform/errors.ts";
import { parseForm } from "#app/platform/form.ts";
import { schemeCookie, schemes } from "#app/staff/shell/color-scheme.ts";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";
import { passwordChangeSchema } from "#app/staff/auth/sign-in.schema.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import type { AccountAnswer, AuthenticatorView } from "./account-outcome.ts";
import { accountErrors, codeErrors, type Done } from "./account.messages.ts";
import { nameSchema, passkeyNameSchema } from "./account.schema.ts";
import type { Intent } from "./intents.ts";
import { qrCodeOf } from "./qr-code.server.ts";

/** What came of it: something was done and the page is loaded anew, or it has something to show. */
export type Answered =
  | { done: Done; headers?: Headers }
  | { status: number; answer: AccountAnswer; headers?: Headers };

type Asked = {
  services: Pick<CountingDeps, "db" | "clock"> & { outbox: Outbox; identity: Identity; siteUrl: string };
  visitor: Visitor;
  session: StaffSession;
  account: OwnAccount;
  form: FormData;
};

/** Does what a form of the page asks for. Whether its sender may has been asked before. */
export async function answerAccount(
  intent: Intent,
  { services, visitor, session, form }: Omit<Asked, "account">,
): Promise<Answered> {
  const account = {
    id: session.staff.id,
    email: session.staff.email,
    clientAddress: visitor.clientAddress,
    browser: deviceName(visitor.request.headers.get("user-agent")),
  };
  return answers[intent]({ services, visitor, session, account, form });
}

const answers: Record<Intent, (asked: Asked) => Promise<Answered>> = {
  rename,
  "choose-scheme": answerScheme,
  "change-password": answerPassword,
  "begin-authenticator": answerBegin,
  "confirm-authenticator": answerConfirm,
  "remove-authenticator": answerRemove,
  "renew-recovery-codes": answerRenew,
  "rename-passkey": answerPasskeyName,
  "remove-passkey": answerPasskeyRemoval,
  "end-session": answerEnd,
  "end-other-sessions": answerEndOthers,
};

async function rename({ services, account, form }: Asked): Promise<Answered> {
  const parsed = parseForm(nameSchema, form);
  if (!parsed.ok) return { status: 422, answer: { kind: "refused", part: "profile", ...parsed } };
  await renameAccount(services, { ...partsOf(account), name: parsed.value.name });
  return { done: "name" };
}

async function answerScheme({ services, form }: Asked): Promise<Answered> {
  const chosen = schemes.find((scheme) => scheme === form.get("scheme"));
  if (chosen === undefined) throw new AppError("invalid", "no such scheme");
  const isSecure = services.siteUrl.startsWith("https:");
  return { done: "scheme", headers: new Headers({ "Set-Cookie": schemeCookie(chosen, isSecure) }) };
}

async function answerPassword({ services, visitor, session, account, form }: Asked): Promise<Answered> {
  const parsed = parseForm(passwordChangeSchema, form);
  if (!parsed.ok) return { status: 422, answer: { kind: "refused", part: "password", ...parsed } };
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
  // Whoever knew the token of this session is out with all the others.
  if (outcome.ok) return { done: "password", headers: await identity.renewSession(visitor) };
  if (outcome.reason === "too-many") return passwordRefused(accountErrors.tooManyPasswords, 429);
  if (outcome.reason === "busy") return passwordRefused(accountErrors.busy, 503);
  const fieldErrors = passwordRefusals[outcome.reason];
  return { status: 422, answer: { kind: "refused", part: "password", fieldErrors } };
}

function passwordRefused(formError: string, status: number): Answered {
  return { status, answer: { kind: "refused", part: "password", formError } };
}

const passwordRefusals = {
  wrong: { currentPassword: passwordMessages.wrong },
  "common-password": { newPassword: passwordMessages.common },
} as const;

async function answerBegin({ services: { db, clock, identity }, account }: Asked): Promise<Answered> {
  const outcome = await beginAuthenticator({ db, clock, keys: identity.keys }, account);
  if (!outcome.ok) return secondFactorRefused(accountErrors.authenticatorThere, 409);
  return { status: 200, answer: { kind: "set-up", authenticator: viewOf(outcome) } };
}

async function answerConfirm({ services, visitor, account, form }: Asked): Promise<Answered> {
  const deps = { ...services, keys: services.identity.keys };
  const code = form.get("code");
  const outcome = await confirmAuthenticator(deps, account, typeof code === "string" ? code : "");
  if (outcome.ok) {
    return {
      status: 200,
      answer: { kind: "recovery-codes", codes: outcome.recoveryCodes },
      headers: await services.identity.raiseSession(visitor),
    };
  }
  const error = codeErrors[outcome.reason];
  const begun = outcome.reason === "wrong" ? await begunAuthenticator(deps, account) : undefined;
  if (begun === undefined) return secondFactorRefused(error, 409);
  return { status: 422, answer: { kind: "set-up", authenticator: viewOf(begun), error } };
}

async function answerRemove({ services, account }: Asked): Promise<Answered> {
  // Whoever presses it twice has what they wanted.
  await removeAuthenticator(services, account);
  return { done: "authenticator-removed" };
}

async function answerRenew({ services, account }: Asked): Promise<Answered> {
  const outcome = await renewRecoveryCodes({ ...services, keys: services.identity.keys }, account);
  if (!outcome.ok) return secondFactorRefused(accountErrors.nothingToRenew, 409);
  return { status: 200, answer: { kind: "recovery-codes", codes: outcome.recoveryCodes } };
}

async function answerPasskeyName({ services, account, form }: Asked): Promise<Answered> {
  const id = idIn(form, "passkey");
  const parsed = parseForm(passkeyNameSchema, form);
  const about = { kind: "refused", part: "passkeys", about: id } as const;
  if (!parsed.ok) return { status: 422, answer: { ...about, ...parsed } };
  const outcome = await renamePasskey(services, account, { id, name: parsed.value.passkeyName });
  if (outcome.ok) return { done: "passkey-renamed" };
  return gone("passkeys", accountErrors.passkeyGone);
}

async function answerPasskeyRemoval({ services, account, form }: Asked): Promise<Answered> {
  const outcome = await removePasskey(services, account, idIn(form, "passkey"));
  return outcome.ok ? { done: "passkey-removed" } : gone("passkeys", accountErrors.passkeyGone);
}

async function answerEnd({ services, account, form }: Asked): Promise<Answered> {
  const outcome = await revokeSession(services, account, idIn(form, "session"));
  return outcome.ok ? { done: "session-ended" } : gone("sessions", accountErrors.sessionGone);
}

function gone(part: "passkeys" | "sessions", formError: string): Answered {
  return { status: 404, answer: { kind: "refused", part, formError } };
}

async function answerEndOthers({ services, account, session }: Asked): Promise<Answered> {
  await revokeOtherSessions(services, account, session.id);
  return { done: "sessions-ended" };
}

function secondFactorRefused(formError: string, status: number): Answered {
  return { status, answer: { kind: "refused", part: "second-factor", formError } };
}

function viewOf({ secret, uri }: AuthenticatorSetUp): AuthenticatorView {
  return { secret, qrCode: qrCodeOf(uri) };
}

/** What the commands on accounts take apart. */
function partsOf({ id, email, ...from }: OwnAccount) {
  return { account: { id, email }, ...from };
}

function idIn(form: FormData, field: string): string {
  const id = form.get(field);
  return typeof id === "string" ? id : "";
}
