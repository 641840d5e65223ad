import { data, redirect } from "react-router";
import type { Route } from "./+types/set-up.route";
import { factsOf, type RequestServices, servicesOf } from "#app/context.server.ts";
import { addFirstOwner, hasOwner } from "#app/identity/accounts/add-account.server.ts";
import { isSetUpToken } from "#app/identity/links/set-up-link.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { passwordMessages } from "#app/staff/sign-in/card/passwords.messages.ts";
import { newAccountSchema } from "#app/staff/sign-in/sign-in.schema.ts";
import { unlessBusy } from "#app/staff/sign-in/unless-busy.server.ts";
import { refusedLink } from "#app/staff/sign-in/links/link-form.ts";
import { setUpMessages } from "#app/staff/sign-in/links/links.messages.ts";
import { secretPageMeta } from "#app/staff/sign-in/links/secret-page-meta.ts";
import { SetUpCard, type SetUpState } from "./set-up-card.tsx";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Opening the link changes nothing: mail scanners and previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  await requireOpenLink(services, params.token);
  return { script: services.assets.island("signIn").island };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress } = factsOf(context);
  await requireOpenLink(services, params.token);
  const form = parseForm(newAccountSchema, await readForm(request));
  if (!form.ok) return data<SetUpState>({ values: form.values, errors: form.fieldErrors }, { status: 422 });

  const { db, identity } = services;
  const added = await unlessBusy(
    addFirstOwner({ db, passwords: identity.passwords }, { ...form.value, clientAddress }),
  );
  if (!added.ok) return data<SetUpState>(...refusedSetUp(added.reason, form.value));
  const session = await identity.signIn({ request, clientAddress }, form.value);
  // Where too many have just tried to sign in from this address, the new owner does it by hand.
  if (!session.ok) return redirect(pages.auth.path, 303);
  return redirect(pages.admin.path, { status: 303, headers: session.headers });
}

export const meta: Route.MetaFunction = ({ matches }) => secretPageMeta(pages.setUp, matches);

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  return <SetUpCard script={loaderData.script} {...actionData} />;
}

type Refusal = Extract<Awaited<ReturnType<typeof addFirstOwner>>, { ok: false }>["reason"] | "busy";

function refusedSetUp(
  reason: Refusal,
  { name, email }: { name: string; email: string },
): [SetUpState, { status: number }] {
  const values = { name, email };
  switch (reason) {
    case "has-owner":
      throw usedLink();
    case "already-there":
      return [{ values, errors: { email: setUpMessages.alreadyThere } }, { status: 409 }];
    case "common-password":
      return [{ values, errors: { password: passwordMessages.common } }, { status: 422 }];
    default: {
      const [state, init] = refusedLink(reason);
      return [{ ...state, values }, init];
    }
  }
}

/** A wrong link and a used one look the same: a stranger learns nothing. */
async function requireOpenLink(services: RequestServices, token: string): Promise<void> {
  if (!isSetUpToken(services.setUpSecret, token) || (await hasOwner(services.db))) throw usedLink();
}

function usedLink(): AppError {
  return new AppError("not-found", "The set-up link is wrong or was used.");
}
