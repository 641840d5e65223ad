import { data } from "react-router";
import type { Route } from "./+types/reset-request.route";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { requestPasswordReset } from "#app/identity/account-management/reset-password.server.ts";
import { allowAttempt } from "#app/identity/rate-limits/count-attempts.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { AccessCard } from "#app/staff/shell/access-card.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { BusyForm } from "#app/staff/auth-forms/busy-form.tsx";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { credentialTexts } from "#app/staff/auth-forms/credentials.messages.ts";
import { emailSchema } from "#app/staff/auth-forms/credentials.schema.ts";
import { Field } from "#app/ui/fields/field.tsx";
import { type LinkFormState, refuseLink } from "./link-form.ts";
import { resetRequestTexts } from "./links.messages.ts";

export const handle = { scripts: "island", shared: false } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  const { assets, sendsEmail } = servicesOf(context);
  return { script: assets.island("signIn").island, sendsEmail };
}

/** The response does not reveal whether an account exists. */
export async function action({ context, request }: Route.ActionArgs) {
  const { db, clock, outbox, identity, sendsEmail } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const counting = { db, clock, keys: identity.keys };
  const form = parseForm(emailSchema, await readForm(request));
  if (!form.ok) return data<State>({ values: form.values, errors: form.fieldErrors }, { status: 422 });
  if (!(await allowAttempt(counting, "linksByAddress", clientAddress))) {
    return data<State>(...refuseLink("too-many"));
  }
  const { email } = form.value;
  await requestPasswordReset({ ...counting, outbox }, { email, clientAddress });
  return data<State>({
    alert: { text: resetRequestTexts[sendsEmail ? "sent" : "sentWithoutEmail"], isGood: true },
  });
}

type State = LinkFormState<"email">;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.passwordReset, matches);

export default function ResetRequest({ loaderData, actionData = {} }: Route.ComponentProps) {
  const { alert, values, errors } = actionData;
  return (
    <AccessCard title={resetRequestTexts.title} script={loaderData.script}>
      {alert === undefined ? (
        <p>{resetRequestTexts[loaderData.sendsEmail ? "lead" : "leadWithoutEmail"]}</p>
      ) : (
        <Alert {...alert} />
      )}
      <BusyForm button={resetRequestTexts.button}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          placeholder={credentialTexts.emailPlaceholder}
          required
          maxLength={maximumLength.email}
          defaultValue={values?.email}
          {...fieldError(errors?.email)}
        />
      </BusyForm>
      <p className="aside">
        <a href={pages.auth.path}>{resetRequestTexts.back}</a>
      </p>
    </AccessCard>
  );
}
