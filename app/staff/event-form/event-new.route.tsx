import { data, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { countNextDateRequests, findLatestEvent } from "#app/events/management/list-managed-events.server.ts";
import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { eventDonePath } from "#app/staff/paths/event-paths.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { practice } from "#content/practice.ts";
import { EventForm } from "./event-form.tsx";
import { formTexts } from "./event-form.messages.ts";
import { type EventValues, sentFields, toEventValues } from "./event-values.ts";
import { FormRefusal, useFocusOnError } from "./form-refusal.tsx";
import { listHostChoices } from "./host-choices.server.ts";
import { saveNewEvent } from "./save-event.server.ts";
import "#app/staff/shell/staff-area.css";
import "./event-form.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    // Required on the page too, so that re-authentication does not interrupt the person when the form is sent.
    requiresRecentAuthentication: true,
  });
  const { db, sendsEmail } = servicesOf(context);
  const [last, requests] = await Promise.all([findLatestEvent(db), countNextDateRequests(db)]);
  const hosts = listHostChoices();
  return {
    staff,
    hosts,
    hasLast: last !== undefined,
    values: last === undefined ? createDefaultValues(hosts) : { ...toEventValues(last), start: "" },
    requests,
    sendsEmail,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: sentFields,
    // The form sends its link to people who signed up.
    requiresRecentAuthentication: true,
  });
  const { clock, db, outbox } = servicesOf(context);
  const { clientAddress } = factsOf(context);
  const actor = actorOf(staff);
  const outcome = await saveNewEvent({ db, clock, outbox, actor, clientAddress }, await readForm(request));
  if (!outcome.ok) return data(outcome.draft, { status: outcome.status });
  return redirect(eventDonePath(outcome.id, "added", { told: outcome.notified }), 303);
}

const page = { ...pages.events, title: formTexts.newTitle };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function EventNew({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, hosts, hasLast, values, requests, sendsEmail } = loaderData;
  const { key } = useLocation();
  const main = useFocusOnError(key);
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key} ref={main}>
        <FormRefusal draft={actionData} />
        {hasLast ? <p className="soft">{formTexts.fromLast}</p> : null}
        <EventForm
          values={actionData?.values ?? values}
          errors={actionData?.errors ?? {}}
          hosts={hosts}
          submit={formTexts.schedule}
          back={pages.events.path}
          notice={<p>{describeRequests(requests, sendsEmail)}</p>}
        />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

function describeRequests(requests: number, sendsEmail: boolean): string {
  if (requests === 0) return formTexts.noRequests;
  return sendsEmail ? formTexts.requests(requests) : formTexts.requestsWithoutEmail(requests);
}

/** For the first event, which has no previous event to copy. */
function createDefaultValues(hosts: readonly { key: string }[]): EventValues {
  return {
    title: "",
    start: "",
    timeZone: practice.timeZone,
    durationMinutes: String(defaultEventLengths.durationMinutes),
    capacity: String(defaultEventLengths.capacity),
    summary: "",
    hosts: hosts.map(({ key }) => key).join(" "),
    ownHosts: "[]",
    topics: "[]",
    joinUrl: "",
  };
}
