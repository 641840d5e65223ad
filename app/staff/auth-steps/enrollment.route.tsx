import { createContext, data } from "react-router";
import type { Route } from "./+types/enrollment.route";
import { factsOf, type PageServices, servicesOf } from "#app/request-context/request-context.server.ts";
import type { OwnAccount } from "#app/identity/account-changes/own-account.server.ts";
import type { Visitor } from "#app/identity/library/visitor.ts";
import { listPasskeys } from "#app/identity/passkeys/passkeys.server.ts";
import { confirmAuthenticator } from "#app/identity/second-factor/authenticator.server.ts";
import {
  startAuthenticatorSetup,
  findAuthenticatorSetup,
  type SetupOwner,
} from "#app/identity/second-factor/authenticator-setup.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { readForm } from "#app/platform/http/form.ts";
import { requireRecentAuthentication, requireSignInStep } from "#app/staff/shell/require-staff.server.ts";
import { returnParameter, returnPath } from "#app/staff/paths/return-path.ts";
import { authenticatorTexts, codeErrors } from "#app/staff/auth-forms/authenticator.messages.ts";
import { describeAuthenticator } from "#app/staff/auth-forms/authenticator-view.server.ts";
import { EnrollmentCard, enrollmentIntents, type EnrollmentState } from "./enrollment-card.tsx";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Set when this request completed the setup. The session then has no remaining sign-in step. */
const doneNow = createContext<{ email: string } | null>(null);

export async function loader({ context, request }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const script = assets.island("signIn").island;
  const done = context.get(doneNow);
  if (done !== null) {
    const to = returnPath(new URL(request.url).searchParams.get(returnParameter));
    return { script, to, email: done.email, state: { step: "start" } satisfies EnrollmentState };
  }
  const { session, to } = await requireSignInStep("enrollment", identity, request);
  requireRecentAuthentication(session, to);
  const { id, email } = session.staff;
  return {
    script,
    to,
    email,
    state: await findState({ db, identity }, { id, email, sessionId: session.id }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { session, to } = await requireSignInStep("enrollment", services.identity, request);
  requireRecentAuthentication(session, to);
  const { id, email } = session.staff;
  if ((await listPasskeys(services.db, id)).length > 0) return data(passkeyState, { status: 409 });
  const form = await readForm(request);
  const browser = deviceName(request.headers.get("user-agent"));
  const account = { id, email, clientAddress, browser, sessionId: session.id };
  switch (form.get("intent")) {
    case enrollmentIntents.start:
      return start(services, account);
    case enrollmentIntents.confirm: {
      const response = await confirm(services, account, form.get("code"), { request, clientAddress });
      if (response.data.step === "done") context.set(doneNow, { email });
      return response;
    }
    default:
      throw new AppError("invalid", "The enrollment form has an unknown intent.");
  }
}

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.enrollment, matches);

export default function Enrollment({ loaderData, actionData }: Route.ComponentProps) {
  const { state, ...shown } = loaderData;
  return <EnrollmentCard {...shown} state={actionData ?? state} />;
}

const passkeyState: EnrollmentState = { step: "passkey" };

async function findState(
  { db, identity }: Pick<PageServices, "db" | "identity">,
  account: SetupOwner,
): Promise<EnrollmentState> {
  if ((await listPasskeys(db, account.id)).length > 0) return passkeyState;
  const setup = await findAuthenticatorSetup({ db, keys: identity.keys }, account);
  return setup === undefined
    ? { step: "start" }
    : { step: "confirm", authenticator: describeAuthenticator(setup) };
}

async function start({ db, identity }: PageServices, account: SetupOwner) {
  const setup = await startAuthenticatorSetup({ db, keys: identity.keys }, account);
  const state: EnrollmentState = setup.ok
    ? { step: "confirm", authenticator: describeAuthenticator(setup) }
    : { step: "start", alert: authenticatorTexts.exists };
  return data(state, { status: setup.ok ? 200 : 409 });
}

async function confirm(
  services: PageServices,
  account: OwnAccount & SetupOwner,
  code: unknown,
  visitor: Visitor,
) {
  const deps = { ...services, keys: services.identity.keys };
  const outcome = await confirmAuthenticator(deps, account, typeof code === "string" ? code : "");
  if (outcome.ok) {
    const done: EnrollmentState = { step: "done", recoveryCodes: outcome.recoveryCodes };
    return data(done, { headers: await services.identity.raiseSession(visitor) });
  }
  const error = codeErrors[outcome.reason];
  const setup = outcome.reason === "wrong" ? await findAuthenticatorSetup(deps, account) : undefined;
  if (setup === undefined) return data<EnrollmentState>({ step: "start", alert: error }, { status: 409 });
  const authenticator = describeAuthenticator(setup);
  return data<EnrollmentState>({ step: "confirm", authenticator, error }, { status: 422 });
}
