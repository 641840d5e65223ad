import {
  requestAccount,
  resendConfirmation,
} from "#app/identity/account-management/request-account.server.ts";
import { type CountingDeps, allowAttempt } from "#app/identity/rate-limits/count-attempts.server.ts";
import type { Identity } from "#app/identity/identity.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { AppError } from "#app/platform/errors.ts";
import { parseForm } from "#app/platform/http/form.ts";
import { delayOverloadResponse } from "#app/platform/work-queue.server.ts";
import { signInIntents } from "#app/staff/paths/sign-in-tabs.ts";
import type { SignInState } from "./sign-in-card.tsx";
import { linkSent, quickAccessMessages, signInMessages, signUpMessages } from "./sign-in.messages.ts";
import { passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { emailSchema, signInSchema, signUpSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";

type Deps = Omit<CountingDeps, "keys"> &
  Omit<Parameters<typeof requestAccount>[0], "passwords" | "keys"> & { identity: Identity };

/** A new session, or the next state of the screen. */
type Result =
  | { ok: true; accountId: string; needsSecondFactor: boolean; headers: Headers }
  | { ok: false; status: number; state: SignInState };

/** Handles the forms of the sign-in screen. */
export function handleSignIn(deps: Deps, visitor: Visitor, form: FormData): Promise<Result> {
  switch (form.get("intent")) {
    case signInIntents.signUp:
      return signUp(deps, visitor, form);
    case signInIntents.resend:
      return resend(deps, visitor, form);
    case signInIntents.quickAccess:
      return Promise.resolve(refuseQuickAccess());
    default:
      return signIn(deps, visitor, form);
  }
}

async function signIn({ identity }: Deps, visitor: Visitor, fields: FormData): Promise<Result> {
  const tab = "sign-in";
  const form = parseForm(signInSchema, fields);
  if (!form.ok) {
    return { ok: false, status: 422, state: { tab, values: form.values, errors: form.fieldErrors } };
  }
  const outcome = await identity.signIn(visitor, form.value);
  if (!outcome.ok && outcome.reason === "busy") await delayOverloadResponse();
  if (outcome.ok) return outcome;
  const { email } = form.value;
  return {
    ok: false,
    status: signInStatuses[outcome.reason],
    state: {
      tab,
      alert: { text: signInMessages[outcome.reason] },
      values: { email },
      // This requires the correct password, so it reveals nothing to a stranger.
      ...(outcome.reason === "unconfirmed" && { unconfirmed: email }),
    },
  };
}

const signInStatuses = { wrong: 401, "too-many": 429, unconfirmed: 403, provider: 403, busy: 503 } as const;

async function signUp(deps: Deps, visitor: Visitor, fields: FormData): Promise<Result> {
  const tab = "sign-up";
  const form = parseForm(signUpSchema, fields);
  if (!form.ok) {
    return { ok: false, status: 422, state: { tab, values: form.values, errors: form.fieldErrors } };
  }
  const { keys, passwords } = deps.identity;
  const { clientAddress } = visitor;
  const values = { email: form.value.email };
  if (!(await allowAttempt({ ...deps, keys }, "signUpsByAddress", clientAddress))) {
    return { ok: false, status: 429, state: { tab, values, alert: { text: signUpMessages["too-many"] } } };
  }
  const request = { ...form.value, clientAddress };
  const outcome = await unlessBusy(requestAccount({ ...deps, keys, passwords }, request));
  if (outcome.ok) return { ok: false, status: 200, state: { tab, alert: linkSent } };
  if (outcome.reason === "common-password") {
    return { ok: false, status: 422, state: { tab, values, errors: { password: passwordMessages.common } } };
  }
  const status = signUpStatuses[outcome.reason];
  return { ok: false, status, state: { tab, values, alert: { text: signUpMessages[outcome.reason] } } };
}

const signUpStatuses = { "account-exists": 409, "too-many": 429, busy: 503 } as const;

/** The response does not reveal whether the address has an account. */
async function resend(deps: Deps, { clientAddress }: Visitor, fields: FormData): Promise<Result> {
  const form = parseForm(emailSchema, fields);
  if (!form.ok) throw new AppError("invalid", "The resend form has no valid email address.");
  const { keys } = deps.identity;
  const { email } = form.value;
  const state = { tab: "sign-in", values: { email } } as const;
  if (!(await allowAttempt({ ...deps, keys }, "linksByAddress", clientAddress))) {
    return { ok: false, status: 429, state: { ...state, alert: { text: signUpMessages["too-many"] } } };
  }
  await resendConfirmation({ ...deps, keys }, { email, clientAddress });
  return { ok: false, status: 200, state: { ...state, alert: linkSent } };
}

/** With JavaScript, the browser asks for a passkey instead of submitting this form. */
function refuseQuickAccess(): Result {
  return { ok: false, status: 401, state: { tab: "sign-in", alert: { text: quickAccessMessages.none } } };
}
