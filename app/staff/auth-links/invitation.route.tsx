import { data, redirect } from "react-router";
import type { Route } from "./+types/invitation.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { acceptInvitation } from "#app/identity/account-management/invitations.server.ts";
import { mayTry } from "#app/identity/rate-limits/count-attempts.server.ts";
import { findLink } from "#app/identity/links/one-time-links.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";
import { invitationSchema } from "#app/staff/auth/sign-in.schema.ts";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { InvitationCard, type InvitationState } from "./invitation-card.tsx";
import { refusedLink } from "./link-form.ts";
import { LinkOver } from "./expired-link.tsx";
import { invitationTexts, titleOfLink } from "./links.messages.ts";
import { secretPageMeta } from "./secret-page-meta.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Opening the link changes nothing: mail scanners and previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const link = await findLink({ db, keys: identity.keys }, "invite", params.token);
  const page = { script: assets.island("signIn").island, link };
  return data(page, { status: link === undefined ? 404 : 200 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, identity } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { keys, passwords } = identity;
  const form = parseForm(invitationSchema, await readForm(request));
  if (!form.ok) {
    return data<InvitationState>({ values: form.values, errors: form.fieldErrors }, { status: 422 });
  }
  const { name, password } = form.value;
  const values = { name };
  if (!(await mayTry({ db, clock, keys }, "redemptionsByAddress", clientAddress))) {
    const [state, init] = refusedLink("too-many");
    return data<InvitationState>({ ...state, values }, init);
  }
  const accepted = await unlessBusy(
    acceptInvitation({ db, keys, passwords }, { link: params.token, name, password, clientAddress }),
  );
  if (!accepted.ok) return data<InvitationState>(...refusedInvitation(accepted.reason, values));
  const session = await identity.signIn({ request, clientAddress }, { email: accepted.email, password });
  if (!session.ok) {
    // Too many people are signing in. With the cookie, this browser waits with the known devices.
    const remembered = identity.rememberDevice(accepted.accountId, "password", request.headers);
    return redirect(signInPath({ because: "made" }), { status: 303, headers: { "Set-Cookie": remembered } });
  }
  return redirect(pages.admin.path, { status: 303, headers: session.headers });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  secretPageMeta(pages.invitation, titleOfLink(invitationTexts.title, loaderData?.link), matches);

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { script, link } = loaderData;
  if (link === undefined) return <LinkOver link="invite" />;
  return <InvitationCard script={script} link={link} {...actionData} />;
}

type Refusal = Extract<Awaited<ReturnType<typeof acceptInvitation>>, { ok: false }>["reason"] | "busy";

function refusedInvitation(reason: Refusal, values: { name: string }): [InvitationState, { status: number }] {
  switch (reason) {
    case "common-password":
      return [{ values, errors: { password: passwordMessages.common } }, { status: 422 }];
    case "already-there":
      return [{ values, alert: { text: invitationTexts.alreadyThere } }, { status: 409 }];
    default: {
      const [state, init] = refusedLink(reason);
      return [{ ...state, values }, init];
    }
  }
}
