import { data, redirect } from "react-router";
import type { Route } from "./+types/set-up.route";
import { factsOf, type RequestServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { addFirstOwner, hasOwner } from "#app/identity/account-management/add-account.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/form.ts";
import { passwordMessages } from "#app/staff/auth-forms/passwords.messages.ts";
import { newAccountSchema } from "#app/staff/auth/sign-in.schema.ts";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { refusedLink } from "./link-form.ts";
import { LinkOver } from "./expired-link.tsx";
import { setUpMessages, titleOfLink } from "./links.messages.ts";
import { secretPageMeta } from "./secret-page-meta.ts";
import { SetUpCard, type SetUpState } from "./set-up-card.tsx";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Opening the link changes nothing: mail scanners and previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  // A wrong link and a used one look the same: a stranger learns nothing.
  const isOpen = await isOpenLink(services, params.token);
  const page = { script: isOpen ? services.assets.island("signIn").island : undefined };
  return data(page, { status: isOpen ? 200 : 404 });
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress } = factsOf(context);
  if (!(await isOpenLink(services, params.token))) return data<SetUpState>(...refusedLink("link-over"));
  const form = parseForm(newAccountSchema, await readForm(request));
  if (!form.ok) return data<SetUpState>({ values: form.values, errors: form.fieldErrors }, { status: 422 });

  const { db, identity } = services;
  const added = await unlessBusy(
    addFirstOwner({ db, passwords: identity.passwords }, { ...form.value, clientAddress }),
  );
  if (!added.ok) return data<SetUpState>(...refusedSetUp(added.reason, form.value));
  const session = await identity.signIn({ request, clientAddress }, form.value);
  if (!session.ok) {
    // Too many people are signing in. With the cookie, this browser waits with the known devices.
    const remembered = identity.rememberDevice(added.id, "password", request.headers);
    return redirect(signInPath({ because: "made" }), { status: 303, headers: { "Set-Cookie": remembered } });
  }
  return redirect(pages.admin.path, { status: 303, headers: session.headers });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  secretPageMeta(pages.setUp, titleOfLink(setUpMessages.title, loaderData?.script), matches);

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { script } = loaderData;
  return script === undefined ? <LinkOver link="setUp" /> : <SetUpCard script={script} {...actionData} />;
}

type Refusal = Extract<Awaited<ReturnType<typeof addFirstOwner>>, { ok: false }>["reason"] | "busy";

function refusedSetUp(
  reason: Refusal,
  { name, email }: { name: string; email: string },
): [SetUpState, { status: number }] {
  const values = { name, email };
  switch (reason) {
    case "has-owner":
      return refusedLink("link-over");
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

async function isOpenLink(services: RequestServices, token: string): Promise<boolean> {
  return services.identity.keys.isSetUpToken(token) && !(await hasOwner(services.db));
}
