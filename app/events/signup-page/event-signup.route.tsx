import { data, redirect } from "react-router";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { readConsentBoxes, readFormTokenField } from "#app/intake/form/submission-fields.ts";
import { limitNotices } from "#app/intake/form/submission.messages.ts";
import { formTokenPlaceholder } from "#app/pages/delivery/form-token-placeholder.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { formPaths } from "#app/pages/form-paths.ts";
import { pageMeta, getSiteUrl } from "#app/pages/page-meta.ts";
import { yearsOfPractice } from "#app/pages/practice-age.ts";
import { pages } from "#app/pages/registry.ts";
import { errorTable, kindOf } from "#app/platform/errors.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { practice } from "#content/practice.ts";
import type { Route } from "./+types/event-signup.route";
import { confirmationPaths } from "#app/events/signup/confirmation-pages.ts";
import { eventData } from "./event-data.ts";
import type { EventSignupFormState } from "./event-signup-form.tsx";
import { EventSignupPage } from "./event-signup-page.tsx";
import { eventSignupNotices, failureReasons } from "#app/events/signup/event-signup.messages.ts";
import { type EventSignupInput, eventSignupSchema } from "#app/events/signup/event-signup.schema.ts";
import { createSignupView } from "./event-view.ts";
import { receiveEventSignup } from "#app/events/signup/receive-event-signup.server.ts";

export const handle = {
  scripts: "island",
  shared: true,
  form: "event-signup",
} satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  const { events, clock, assets } = servicesOf(context);
  return {
    view: createSignupView(events.eventStatus()),
    years: yearsOfPractice(practice.advisor.fiduciarySince, clock.now(), practice.timeZone),
    scripts: assets.island("eventSignup"),
    formToken: formTokenPlaceholder,
  };
}

/** The form without scripting. With it, the island sends the same fields to the JSON endpoint. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress, requestId } = factsOf(context);
  const fields = await readForm(request);
  const form = parseForm(eventSignupSchema, fields);
  const consent = readConsentBoxes(fields);
  if (!form.ok) {
    const { values, fieldErrors: errors } = form;
    const formToken = readFormTokenField(fields);
    return refused(400, { values, errors, consent, formToken, notice: eventSignupNotices.invalid });
  }
  const again = { values: typedValues(form.value), consent };
  try {
    const arrival = readArrival(services, { headers: request.headers, clientAddress, fields });
    const outcome = await receiveEventSignup(services, arrival, form.value);
    if (outcome.ok) return redirect(confirmationPaths[outcome.outcome], 303);
    if (outcome.reason === "confirmation-required") return redirect(formPaths.checkEmailForEvent, 303);
    const retryAfter = outcome.reason === "at-capacity" ? outcome.retryAfterSeconds : undefined;
    const limited = { ...again, notice: limitNotices[outcome.reason] };
    return refused(errorTable[outcome.reason].status, limited, retryAfter);
  } catch (error) {
    // The error boundary would lose what the person typed.
    services.log.error("intake.signup_not_stored", { requestId, error });
    const kind = isUnavailable(error) ? "unavailable" : kindOf(error);
    const reason = failureReasons[kind === "unavailable" ? "unavailable" : "internal"];
    return refused(errorTable[kind].status, { ...again, notice: eventSignupNotices.failed(reason) });
  }
}

/** The form with the submitted values and the errors. */
function refused(
  status: number,
  state: Omit<EventSignupFormState, "formToken"> & { formToken?: string | undefined },
  retryAfterSeconds?: number,
) {
  const headers = retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) };
  return data(state, { status, headers });
}

/** Without this, React Router omits the action's headers from the page. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

function typedValues({ name, email, phone, questions, topics }: EventSignupInput) {
  return { name, email, phone: phone ?? "", questions: questions ?? "", topics: topics ?? "" };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(pages.eventSignup, matches),
  // Undefined if the loader failed and the error boundary is displayed.
  ...(loaderData === undefined ? [] : eventData(loaderData.view, getSiteUrl(matches))).map((event) => ({
    "script:ld+json": event,
  })),
];

export default function EventSignupRoute({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { formToken: newToken, ...page } = loaderData;
  const formToken = actionData?.formToken ?? newToken;
  return <EventSignupPage {...page} siteUrl={getSiteUrl(matches)} form={{ ...actionData, formToken }} />;
}
