import { data, redirect } from "react-router";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { isUnavailable } from "#app/data/connection/postgres-errors.server.ts";
import { readArrival } from "#app/intake/receive/receive-submission.server.ts";
import { readConsentBoxes, readFormTokenField } from "#app/intake/form/submission-fields.ts";
import { type LimitRefusal, limitNotice } from "#app/intake/form/submission.messages.ts";
import { formTokenPlaceholder } from "#app/pages/delivery/form-token-placeholder.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, getSiteUrl } from "#app/pages/page-meta.ts";
import { yearsOfPractice } from "#app/pages/practice-age.ts";
import type { Page } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { AppError, errorTable, getErrorKind } from "#app/platform/errors.ts";
import { parseForm, readForm } from "#app/platform/http/form.ts";
import { practice } from "#content/practice.ts";
import type { Route } from "./+types/event-signup.route";
import { checkEmailPath, confirmationPath } from "#app/events/signup/confirmation-pages.ts";
import { eventData } from "./event-data.ts";
import type { EventSignupFormState } from "./event-signup-form.tsx";
import { EventSignupPage } from "./event-signup-page.tsx";
import { eventSignupNotices, failureReasons } from "#app/events/signup/event-signup.messages.ts";
import {
  type EventSignupInput,
  type EventSignupRequest,
  eventSignupRequestSchema,
} from "#app/events/signup/event-signup.schema.ts";
import { createSignupView, type SignupView } from "./event-view.ts";
import { type EventReader, getClosedReason } from "#app/events/schedule/live-event.ts";
import { receiveEventSignup } from "#app/events/signup/receive-event-signup.server.ts";
import { eventClosed } from "#app/events/signup/request-next-date.server.ts";

export const handle = {
  scripts: "island",
  shared: true,
  form: "event-signup",
} satisfies PageHandle;

export function loader({ context, params }: Route.LoaderArgs) {
  const { events, clock, assets } = servicesOf(context);
  const now = clock.now();
  const event = findRequestedEvent(events, params);
  return {
    view: createSignupView(events, event && { event, closed: getClosedReason(event, now) }),
    years: yearsOfPractice(practice.advisor.fiduciarySince, now, practice.timeZone),
    scripts: assets.island("eventSignup"),
    formToken: formTokenPlaceholder,
  };
}

/**
 * The event of a page about one event; undefined on the general page.
 * @throws AppError `not-found` if the site does not know the event
 */
function findRequestedEvent(
  events: Pick<EventReader, "findEvent">,
  params: { eventId?: string | undefined },
) {
  if (params.eventId === undefined) return undefined;
  const event = events.findEvent(params.eventId);
  if (event === undefined) throw new AppError("not-found", "No event has this id.");
  return event;
}

/** The form without scripting. With it, the island sends the same fields to the JSON endpoint. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = servicesOf(context);
  const { clientAddress, requestId } = factsOf(context);
  const fields = await readForm(request);
  const form = parseForm(eventSignupRequestSchema, fields);
  const consent = readConsentBoxes(fields);
  if (!form.ok) {
    const { values, fieldErrors: errors } = form;
    const formToken = readFormTokenField(fields);
    return refused(400, { values, errors, consent, formToken, notice: eventSignupNotices.invalid });
  }
  const again = { values: typedValues(form.value), consent };
  const pathId = findPathId(services.events, form.value);
  try {
    const arrival = readArrival(services, { headers: request.headers, clientAddress, fields });
    const outcome = await receiveEventSignup(services, arrival, form.value);
    if (outcome.ok) return redirect(confirmationPath(outcome.outcome, pathId), 303);
    return outcome.reason === "confirmation-required"
      ? redirect(checkEmailPath(pathId), 303)
      : refuseForm(outcome, again);
  } catch (error) {
    // The error boundary would lose what the person typed.
    services.log.error("intake.signup_not_stored", { requestId, error });
    const kind = isUnavailable(error) ? "unavailable" : getErrorKind(error);
    const reason = failureReasons[kind === "unavailable" ? "unavailable" : "internal"];
    return refused(errorTable[kind].status, { ...again, notice: eventSignupNotices.failed(reason) });
  }
}

/** The event of the confirmation page, unless it is the only one. */
function findPathId(events: Pick<EventReader, "isOnlyEvent">, { eventId }: EventSignupRequest) {
  return eventId === undefined || events.isOnlyEvent(eventId) ? undefined : eventId;
}

/** The form after a refusal that is not about a field. */
function refuseForm(
  refusal: { reason: typeof eventClosed } | LimitRefusal,
  again: Pick<EventSignupFormState, "values" | "consent">,
) {
  return refusal.reason === eventClosed
    ? refused(errorTable.conflict.status, { ...again, notice: eventSignupNotices.eventClosed })
    : refused(
        errorTable[refusal.reason].status,
        { ...again, notice: limitNotice(refusal) },
        refusal.retryAfterSeconds,
      );
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
  ...pageMeta(choosePage(loaderData?.view), matches),
  // Undefined if the loader failed and the error boundary is displayed.
  ...(loaderData === undefined ? [] : eventData(loaderData.view, getSiteUrl(matches))).map((event) => ({
    "script:ld+json": event,
  })),
];

/** The page of one event has its title, for previews of shared links. */
function choosePage(view: SignupView | undefined): Page {
  if (view?.event === undefined || view.formPath === pages.eventSignup.path) return pages.eventSignup;
  const { title, summary } = view.event;
  const { description } = pages.eventSignup;
  return { path: view.formPath, title, description: summary ?? description, index: false };
}

export default function EventSignupRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { formToken: newToken, ...page } = loaderData;
  const formToken = actionData?.formToken ?? newToken;
  return <EventSignupPage {...page} form={{ ...actionData, formToken }} />;
}
