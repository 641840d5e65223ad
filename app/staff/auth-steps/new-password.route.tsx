import { data, redirect } from "react-router";
import type { Route } from "./+types/new-password.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { changePassword } from "#app/identity/account-management/change-password.server.ts";
import { deviceName } from "#app/identity/devices/device-name.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { passwordChangeSchema } from "#app/staff/auth/sign-in.schema.ts";
import { requireSignInStep } from "#app/staff/shell/require-sign-in-step.server.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { NewPasswordCard } from "./new-password-card.tsx";
import { newPasswordRefusals } from "./new-password.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { assets, identity } = servicesOf(context);
  const { session } = await requireSignInStep("new-password", identity, request);
  return { script: assets.island("signIn").island, email: session.staff.email };
}

/** Replaces a password that is too short for the account's role. The current password is required. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, clock, outbox, identity } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const { session, to } = await requireSignInStep("new-password", identity, request);
  const form = parseForm(passwordChangeSchema, await readForm(request));
  if (!form.ok) return data({ errors: form.fieldErrors }, { status: 422 });
  const { keys, passwords } = identity;
  const outcome = await unlessBusy(
    changePassword(
      { db, clock, outbox, keys, passwords },
      {
        session,
        current: form.value.currentPassword,
        next: form.value.newPassword,
        clientAddress,
        browser: deviceName(request.headers.get("user-agent")),
      },
    ),
  );
  if (!outcome.ok) {
    const { status, ...state } = newPasswordRefusals[outcome.reason];
    return data(state, { status });
  }
  // The change ends all sessions, including any that use a copy of this session's token.
  return redirect(to, { status: 303, headers: await identity.renewSession({ request, clientAddress }) });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.newPassword, matches);

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  return <NewPasswordCard {...loaderData} {...actionData} />;
}
