import { data, redirect } from "react-router";
import { NameField } from "#app/staff/auth-forms/account-fields.tsx";
import type { Route } from "./+types/invitation.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { acceptInvitation } from "#app/identity/account-management/invitations.server.ts";
import { allowRedemption } from "#app/identity/links/allow-redemption.server.ts";
import { findLink, type OpenLink } from "#app/identity/links/one-time-links.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { lastMomentBefore } from "#app/platform/calendar/end-of-day.ts";
import { longDayIn } from "#app/platform/calendar/zoned-time.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { AccountEmail, NewPasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { practice } from "#content/practice.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { invitationSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { type LinkFormState, refuseLink, secretPageMeta } from "./link-form.ts";
import { ExpiredLinkCard } from "./expired-link-card.tsx";
import { invitationTexts, linkTitle } from "./links.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Opening the link changes nothing, because mail scanners and link previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { assets, db, identity } = servicesOf(context);
  const link = await findLink({ db, keys: identity.keys }, "invite", params.token);
  const page = { script: assets.island("signIn").island, link };
  return data(page, { status: link === undefined ? 404 : 200 });
}

type State = LinkFormState<"name" | "password">;

export async function action({ context, params, request }: Route.ActionArgs) {
  const { db, clock, identity, outbox } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { keys, passwords } = identity;
  const form = parseForm(invitationSchema, await readForm(request));
  if (!form.ok) {
    return data<State>({ values: form.values, errors: form.fieldErrors }, { status: 422 });
  }
  const { name, password } = form.value;
  const values = { name };
  if (!(await allowRedemption({ db, clock, keys }, "invite", params.token, clientAddress))) {
    const [state, init] = refuseLink("too-many");
    return data<State>({ ...state, values }, init);
  }
  const accepted = await unlessBusy(
    acceptInvitation({ db, keys, outbox, passwords }, { link: params.token, name, password, clientAddress }),
  );
  if (!accepted.ok) return data<State>(...describeRefusal(accepted.reason, values));
  const signIn = await identity.signIn({ request, clientAddress }, { email: accepted.email, password });
  if (!signIn.ok) {
    // Too many people are signing in. With the cookie, this browser waits with the known devices.
    const remembered = identity.rememberDevice(accepted.accountId, "password", request.headers);
    return redirect(signInPath({ because: "made" }), { status: 303, headers: { "Set-Cookie": remembered } });
  }
  return redirect(pages.admin.path, { status: 303, headers: signIn.headers });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  secretPageMeta(pages.invitation, linkTitle(invitationTexts.title, loaderData?.link), matches);

export default function Invitation({ loaderData, actionData }: Route.ComponentProps) {
  const { script, link } = loaderData;
  if (link === undefined) return <ExpiredLinkCard link="invite" />;
  return <InvitationCard script={script} link={link} {...actionData} />;
}

function InvitationCard({
  script,
  link: { email, role, roleEndsAt, inviterName },
  alert,
  values = {},
  errors = {},
}: State & { script: string; link: OpenLink }) {
  const sentences = [
    invitationTexts.lead(inviterName, practice.firmName),
    invitationTexts.roles[role ?? "pending"],
    ...(roleEndsAt === null
      ? []
      : [invitationTexts.lastDay(longDayIn(practice.timeZone, lastMomentBefore(roleEndsAt)))]),
  ];
  return (
    <AccessCard title={invitationTexts.title} script={script}>
      <p>{sentences.join(" ")}</p>
      {alert === undefined ? null : <Alert {...alert} />}
      <BusyForm button={invitationTexts.button}>
        <AccountEmail email={email} />
        <NameField defaultValue={values.name} error={errors.name} />
        <NewPasswordField error={errors.password} />
      </BusyForm>
    </AccessCard>
  );
}

type Refusal = Extract<Awaited<ReturnType<typeof acceptInvitation>>, { ok: false }>["reason"] | "busy";

function describeRefusal(reason: Refusal, values: { name: string }): [State, { status: number }] {
  switch (reason) {
    case "common-password":
      return [{ values, errors: { password: passwordMessages.common } }, { status: 422 }];
    case "account-exists":
      return [{ values, alert: { text: invitationTexts.exists } }, { status: 409 }];
    default: {
      const [state, init] = refuseLink(reason);
      return [{ ...state, values }, init];
    }
  }
}
