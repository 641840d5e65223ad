import { data, redirect } from "react-router";
import type { Route } from "./+types/sign-in.route";
import { factsOf, servicesOf } from "#app/context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/form.ts";
import { proofPath } from "#app/staff/proof-path.ts";
import { returnPage, returnParameter } from "#app/staff/return-path.ts";
import { answerSignIn } from "./answer-sign-in.server.ts";
import { SignInCard } from "./sign-in-card.tsx";
import { tabIn } from "./sign-in-form.ts";
import { leadBackMessages, leadBackParameter } from "./sign-in.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Specification section 4: whoever has a session already goes on to the dashboard, or to the page that they were led away from. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { assets, identity } = servicesOf(context);
  const session = await identity.currentSession(request.headers);
  const to = ledTo(request);
  if (session !== null) throw redirect(session.needsSecondFactor ? proofPath(to) : to, 303);
  const alert = leadBackMessages.get(new URL(request.url).searchParams.get(leadBackParameter) ?? "");
  const shown = { script: assets.island("signIn").island, tab: tabIn(request.url), to, alert };
  // What came as a session's cookie and is none goes: everybody without a session is led here.
  return data(shown, { headers: identity.forgetSession(request.headers) });
}

export async function action({ context, request }: Route.ActionArgs) {
  const { clientAddress } = factsOf(context);
  const answer = await answerSignIn(servicesOf(context), { request, clientAddress }, await readForm(request));
  if (answer.ok) {
    const to = ledTo(request);
    const next = answer.needsSecondFactor ? proofPath(to) : to;
    return redirect(next, { status: 303, headers: answer.headers });
  }
  return data(answer.state, { status: answer.status });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.auth, matches);

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { script, tab, to, alert } = loaderData;
  return <SignInCard script={script} to={to} {...(actionData ?? { tab, ...(alert && { alert }) })} />;
}

function ledTo(request: Request): string {
  return returnPage(new URL(request.url).searchParams.get(returnParameter));
}
