import { data, redirect } from "react-router";
import { NameField } from "#app/staff/auth-forms/account-fields.tsx";
import type { Route } from "./+types/set-up.route";
import { factsOf, type RequestServices, servicesOf } from "#app/request-context/request-context.server.ts";
import { addFirstOwner, hasOwner } from "#app/identity/account-management/add-account.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { passwordLength } from "#app/identity/passwords/password-length.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { PasswordField } from "#app/staff/auth-forms/password-fields.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { passwordMessages } from "#app/staff/auth-forms/credentials.messages.ts";
import { newAccountSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { signInPath } from "#app/staff/paths/sign-in-path.ts";
import { unlessBusy } from "#app/staff/auth-forms/unless-busy.server.ts";
import { type LinkFormState, refuseLink, secretPageMeta } from "./link-form.ts";
import { ExpiredLinkCard } from "./expired-link-card.tsx";
import { setUpTexts, linkTitle } from "./links.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

/** Opening the link changes nothing, because mail scanners and link previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  // Invalid and used links receive the same response.
  const isOpen = await isOpenLink(services, params.token);
  const page = { script: isOpen ? services.assets.island("signIn").island : undefined };
  return data(page, { status: isOpen ? 200 : 404 });
}

type State = LinkFormState<"name" | "email" | "password">;

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress } = factsOf(context);
  if (!(await isOpenLink(services, params.token))) return data<State>(...refuseLink("link-expired"));
  const form = parseForm(newAccountSchema, await readForm(request));
  if (!form.ok) return data<State>({ values: form.values, errors: form.fieldErrors }, { status: 422 });

  const { db, identity } = services;
  const added = await unlessBusy(
    addFirstOwner({ db, passwords: identity.passwords }, { ...form.value, clientAddress }),
  );
  if (!added.ok) return data<State>(...describeRefusal(added.reason, form.value));
  const signIn = await identity.signIn({ request, clientAddress }, form.value);
  if (!signIn.ok) {
    // Too many people are signing in. With the cookie, this browser waits with the known devices.
    const remembered = identity.rememberDevice(added.id, "password", request.headers);
    return redirect(signInPath({ because: "made" }), { status: 303, headers: { "Set-Cookie": remembered } });
  }
  return redirect(pages.admin.path, { status: 303, headers: signIn.headers });
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  secretPageMeta(pages.setUp, linkTitle(setUpTexts.title, loaderData?.script), matches);

export default function SetUp({ loaderData, actionData }: Route.ComponentProps) {
  const { script } = loaderData;
  return script === undefined ? (
    <ExpiredLinkCard link="setUp" />
  ) : (
    <SetUpCard script={script} {...actionData} />
  );
}

function SetUpCard({ script, alert, values = {}, errors = {} }: State & { script: string }) {
  return (
    <AccessCard title={setUpTexts.title} script={script}>
      <p className="soft">{setUpTexts.lead}</p>
      {alert === undefined ? null : <Alert {...alert} />}
      <BusyForm button={setUpTexts.button}>
        <NameField defaultValue={values.name} error={errors.name} />
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={maximumLength.email}
          defaultValue={values.email}
          {...fieldError(errors.email)}
        />
        <PasswordField
          autoComplete="new-password"
          minLength={passwordLength.minimum}
          maxLength={passwordLength.maximum}
          {...fieldError(errors.password)}
        />
      </BusyForm>
    </AccessCard>
  );
}

type Refusal = Extract<Awaited<ReturnType<typeof addFirstOwner>>, { ok: false }>["reason"] | "busy";

function describeRefusal(
  reason: Refusal,
  { name, email }: { name: string; email: string },
): [State, { status: number }] {
  const values = { name, email };
  switch (reason) {
    case "has-owner":
      return refuseLink("link-expired");
    case "account-exists":
      return [{ values, errors: { email: setUpTexts.exists } }, { status: 409 }];
    case "common-password":
      return [{ values, errors: { password: passwordMessages.common } }, { status: 422 }];
    default: {
      const [state, init] = refuseLink(reason);
      return [{ ...state, values }, init];
    }
  }
}

async function isOpenLink(services: RequestServices, token: string): Promise<boolean> {
  return services.identity.keys.isSetUpToken(token) && !(await hasOwner(services.db));
}
