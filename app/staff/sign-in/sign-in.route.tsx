import { useEffect, useRef } from "react";
import { data, Form, redirect, useNavigation } from "react-router";
import type { Route } from "./+types/sign-in.route";
import { factsOf, servicesOf } from "#app/context.server.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { type ParsedForm, parseForm, readForm } from "#app/platform/form.ts";
import { Field } from "#app/ui/field.tsx";
import { AccessCard } from "./access-card.tsx";
import { PasswordField } from "./password-field.tsx";
import { signInMessages } from "./sign-in.messages.ts";
import { signInSchema } from "./sign-in.schema.ts";

type Refused = Extract<ParsedForm<typeof signInSchema>, { ok: false }>;

export async function loader({ context, request }: Route.LoaderArgs) {
  const staff = await servicesOf(context).identity.currentStaff(request.headers);
  if (staff !== null) throw redirect(pages.admin.path);
  return null;
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = parseForm(signInSchema, await readForm(request));
  if (!form.ok) return data<Refused>(form, { status: 422 });
  const outcome = await servicesOf(context).identity.signIn(
    { request, clientAddress: factsOf(context).clientAddress },
    form.value,
  );
  if (outcome.ok) return redirect(pages.admin.path, { headers: outcome.headers });
  const refused: Refused = {
    ok: false,
    formError: signInMessages[outcome.reason],
    fieldErrors: {},
    values: { email: form.value.email },
  };
  return data(refused, { status: outcome.reason === "too-many" ? 429 : 401 });
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.auth, matches);

export default function SignIn({ actionData }: Route.ComponentProps) {
  const isSubmitting = useNavigation().state !== "idle";
  const password = useRef<HTMLInputElement>(null);
  // The controls were disabled meanwhile, which took the focus away.
  useEffect(() => {
    if (actionData !== undefined) password.current?.focus();
  }, [actionData]);

  return (
    <AccessCard title="Admin Access">
      {actionData?.formError === undefined ? null : (
        <p className="alert" role="alert">
          {actionData.formError}
        </p>
      )}
      <Form method="post">
        <fieldset disabled={isSubmitting}>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.values.email}
            error={actionData?.fieldErrors.email}
          />
          <PasswordField
            ref={password}
            autoComplete="current-password"
            error={actionData?.fieldErrors.password}
          />
          <button type="submit" className="btn press">
            {isSubmitting ? "Signing in..." : "Sign In"}
          </button>
        </fieldset>
      </Form>
    </AccessCard>
  );
}
