import { data, redirect, useLocation } from "react-router";
import type { Route } from "./+types/event-new.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canManageEvents } from "#app/identity/accounts/permissions.ts";
import { countNextDateRequests, findLatestEvent } from "#app/events/management/list-managed-events.server.ts";
import { defaultEventLengths } from "#app/events/schedule/live-event.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/form.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { eventDonePath } from "#app/staff/events/event-paths.ts";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { restoredText, useFormDraft } from "#app/staff/session/use-form-draft.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { practice } from "#content/practice.ts";
import { EventForm } from "./event-form.tsx";
import { formTexts } from "./event-form.messages.ts";
import { type EventValues, sentFields, valuesOf } from "./event-values.ts";
import { FormAnswer, useFirstError } from "./form-answer.tsx";
import { hostChoices } from "./host-choices.server.ts";
import { saveNewEvent } from "./save-event.server.ts";
import "#app/staff/shell/staff-area.css";
import "./event-form.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents);
  const { db, sendsEmail } = servicesOf(context);
  const [last, asked] = await Promise.all([findLatestEvent(db), countNextDateRequests(db)]);
  const hosts = hostChoices();
  return {
    staff,
    hosts,
    hasLast: last !== undefined,
    // The moment is what is new about it.
    values: last === undefined ? usualValues(hosts) : { ...valuesOf(last), start: "" },
    asked,
    sendsEmail,
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canManageEvents, {
    keepFields: sentFields,
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
  const { staff, hosts, hasLast, values, asked, sendsEmail } = loaderData;
  const { key } = useLocation();
  const main = useFirstError(key);
  const isRestored = useFormDraft(main, {
    account: staff.id,
    form: ".event-form",
    isRefused: actionData !== undefined,
  });
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap desk" key={key} ref={main}>
        <FormAnswer draft={actionData} />
        {isRestored ? <Alert text={restoredText} isGood /> : null}
        {hasLast ? <p className="soft">{formTexts.fromLast}</p> : null}
        <EventForm
          values={actionData?.values ?? values}
          errors={actionData?.errors ?? {}}
          hosts={hosts}
          submit={formTexts.set}
          back={pages.events.path}
          letters={<p>{askedText(asked, sendsEmail)}</p>}
        />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}

function askedText(asked: number, sendsEmail: boolean): string {
  if (asked === 0) return formTexts.nobodyAsked;
  return sendsEmail ? formTexts.asked(asked) : formTexts.askedKept(asked);
}

/** Before there is any event to begin from. */
function usualValues(hosts: readonly { key: string }[]): EventValues {
  return {
    title: "",
    start: "",
    timeZone: practice.timeZone,
    durationMinutes: String(defaultEventLengths.durationMinutes),
    capacity: String(defaultEventLengths.capacity),
    hosts: hosts.map(({ key }) => key).join(" "),
    topics: "",
    joinUrl: "",
  };
}
