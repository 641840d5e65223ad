import { data, Form, redirect, useNavigation } from "react-router";
import type { Route } from "./+types/set-up.route";
import { factsOf, type RequestServices, servicesOf } from "#app/context.server.ts";
import { addFirstOwner, hasOwner } from "#app/identity/accounts.server.ts";
import { passwordLength } from "#app/identity/password-length.ts";
import { isSetUpToken } from "#app/identity/set-up-link.server.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError } from "#app/platform/errors.ts";
import { type ParsedForm, parseForm, readForm } from "#app/platform/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { Field } from "#app/ui/field.tsx";
import { AccessCard } from "./access-card.tsx";
import { PasswordField } from "./password-field.tsx";
import { setUpMessages } from "./sign-in.messages.ts";
import { newAccountSchema } from "./sign-in.schema.ts";

type Refused = Extract<ParsedForm<typeof newAccountSchema>, { ok: false }>;

/** Opening the link changes nothing: mail scanners and previews open links too. */
export async function loader({ context, params }: Route.LoaderArgs) {
  await requireOpenLink(servicesOf(context), params.token);
  return null;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const services = servicesOf(context);
  await requireOpenLink(services, params.token);
  const form = parseForm(newAccountSchema, await readForm(request));
  if (!form.ok) return data<Refused>(form, { status: 422 });

  const outcome = await addFirstOwner(services.db, form.value);
  if (!outcome.ok && outcome.reason === "has-owner") throw usedLink();
  if (!outcome.ok) {
    const { name, email } = form.value;
    const refused: Refused = {
      ok: false,
      formError: undefined,
      fieldErrors: { email: setUpMessages.alreadyThere },
      values: { name, email },
    };
    return data(refused, { status: 409 });
  }
  const { clientAddress } = factsOf(context);
  const session = await services.identity.signIn({ request, clientAddress }, form.value);
  // Where too many have just tried to sign in from this address, the new owner does it by hand.
  if (!session.ok) return redirect(pages.auth.path);
  return redirect(pages.admin.path, { headers: session.headers });
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.setUp, matches),
  // The address is a secret: what the page asks for must not carry it along.
  { name: "referrer", content: "origin" },
];

export default function SetUp({ actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().state !== "idle";
  return (
    <AccessCard title="Become the first administrator">
      <p className="soft">
        This link works only until there is an administrator. Choose a password of at least{" "}
        {passwordLength.minimum} characters; nobody can look it up later, so keep it safe.
      </p>
      <Form method="post">
        <fieldset disabled={isSubmitting}>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={maximumLength.name}
            defaultValue={actionData?.values.name}
            error={actionData?.fieldErrors.name}
          />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={maximumLength.email}
            defaultValue={actionData?.values.email}
            error={actionData?.fieldErrors.email}
          />
          <PasswordField
            autoComplete="new-password"
            minLength={passwordLength.minimum}
            maxLength={passwordLength.maximum}
            error={actionData?.fieldErrors.password}
          />
          <button type="submit" className="btn press">
            {isSubmitting ? "Creating account..." : "Create account"}
          </button>
        </fieldset>
      </Form>
    </AccessCard>
  );
}

/** A wrong link and a used one look the same: a stranger learns nothing. */
async function requireOpenLink(services: RequestServices, token: string): Promise<void> {
  if (!isSetUpToken(services.setUpSecret, token) || (await hasOwner(services.db))) throw usedLink();
}

function usedLink(): AppError {
  return new AppError("not-found", "The set-up link is wrong or was used.");
}
