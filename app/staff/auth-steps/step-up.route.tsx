import { data, redirect } from "react-router";
import type { Route } from "./+types/step-up.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { findPasswordHash } from "#app/identity/accounts/account-rows.server.ts";
import { isConnected } from "#app/identity/connections/connections.server.ts";
import { readSignOnNotice } from "#app/staff/auth-forms/sign-on.messages.ts";
import { listPasskeys } from "#app/identity/passkeys/passkeys.server.ts";
import { getSecondFactor } from "#app/identity/second-factor/authenticator.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { returnParameter, returnPath } from "#app/staff/paths/return-path.ts";
import { startPath } from "#app/staff/paths/start-path.server.ts";
import { signInPath, signInPathAfter } from "#app/staff/paths/sign-in-path.ts";
import { handleStepUp } from "./handle-step-up.server.ts";
import { StepUpCard } from "./step-up-card.tsx";
import { type Requested, stepUpTexts, recoveryParameter } from "./step-up.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const query = new URL(request.url).searchParams;
  const to = readReturnPath(request);
  const session = await identity.currentSession(request.headers);
  if (session === null) throw redirect(signInPathAfter(identity.forgetSession(request.headers), to), 303);
  if (!session.needsSecondFactor && session.hasRecentAuthentication) throw redirect(to, 303);
  const { id, email } = session.staff;
  const [{ since }, passkeys, hash, isConnectedToProvider] = await Promise.all([
    getSecondFactor(db, id),
    listPasskeys(db, id),
    findPasswordHash(db, id),
    isConnected(db, identity.singleSignOn?.issuer, id),
  ]);
  // With an authenticator app, a code is required.
  const offersSignOn = isConnectedToProvider && since === null;
  return {
    script: assets.island("signIn").island,
    to,
    email,
    reason: session.needsSecondFactor ? ("secondFactor" as const) : ("recentAuthentication" as const),
    requested: chooseCredential(since !== null, query.has(recoveryParameter)),
    hasPasskey: passkeys.length > 0,
    hasPassword: hash !== undefined,
    offersSignOn,
    notice: readSignOnNotice(request.url),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { clientAddress } = factsOf(context);
  const { db, identity } = servicesOf(context);
  const form = await readForm(request);
  const session = await identity.currentSession(request.headers);
  const result = await handleStepUp(identity, { request, clientAddress }, form);
  switch (result.outcome) {
    case "verified": {
      const to = readReturnPath(request);
      // Who re-authenticates returns to the page; the start page is for signing in.
      const isSigningIn = session?.needsSecondFactor === true;
      const next = isSigningIn ? await startPath(db, session.staff.id, to) : to;
      return redirect(next, { status: 303, headers: result.headers });
    }
    case "signed-out":
      return redirect(signInPath({ because: result.because, from: readReturnPath(request) }), 303);
    case "refused":
      return data(result.state, { status: result.status });
  }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(
    { ...pages.prove, title: stepUpTexts[loaderData?.reason ?? "recentAuthentication"].title },
    matches,
  );

export default function StepUp({ loaderData, actionData }: Route.ComponentProps) {
  return <StepUpCard {...loaderData} {...actionData} />;
}

function readReturnPath(request: Request): string {
  return returnPath(new URL(request.url).searchParams.get(returnParameter));
}

function chooseCredential(hasAuthenticator: boolean, prefersRecoveryCode: boolean): Requested {
  if (!hasAuthenticator) return "password";
  return prefersRecoveryCode ? "recoveryCode" : "code";
}
