import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/records.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canManageRecords, canReadIncidents, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { readForm } from "#app/platform/http/form.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { practice } from "#content/practice.ts";
import { applyRecordsForm } from "./apply-records-form.server.ts";
import { FilingsSection, HoldsSection, PromotersSection, TasksSection } from "./records-sections.tsx";
import { recordsTexts } from "./records.messages.ts";
import { recordsIntents } from "./records.schema.ts";
import { viewRecords } from "./records-view.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "#app/staff/data-table/data-table-blocks.css";
import "./records.css";

const formFields = [
  "intent",
  "document",
  "versionOn",
  "inaccurateOn",
  "filedOn",
  "postedOn",
  "deliveredOn",
  "withdrawsInaccuracy",
  "withdrawsFiling",
  "withdrawsPosting",
  "withdrawsDelivery",
  "note",
  "holdReason",
  "hold",
  "releaseReason",
  "kind",
  "name",
  "agreedOn",
  "compensation",
  "disclosedOn",
  "evidenceUrl",
  "promoterNote",
] as const;

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canReadRecord);
  const done = new URL(request.url).searchParams.get("done");
  const intent = recordsIntents.find((each) => each === done);
  return {
    staff,
    today: dayIn(practice.timeZone, services.clock.now()),
    view: await viewRecords(services, { withIncidents: canReadIncidents(staff) }),
    canManage: canManageRecords(staff),
    done: intent === undefined ? undefined : recordsTexts.done[intent],
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { db, clock, ...services } = servicesOf(context);
  const { staff } = await requireStaff(services, request, canManageRecords, { keepFields: formFields });
  const { clientAddress } = factsOf(context);
  const form = await readForm(request);
  const outcome = await applyRecordsForm({ db, clock, actor: actorOf(staff), clientAddress }, form);
  if (outcome.ok) return redirect(`${pages.records.path}?done=${outcome.intent}`, 303);
  return data(outcome.refused, { status: outcome.status });
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.records, head);

export default function Records({ loaderData, actionData: refused }: Route.ComponentProps) {
  const { staff, today, view, canManage, done } = loaderData;
  const { key } = useLocation();
  const form = { canManage, refused, today };
  return (
    <>
      <StaffHeader title={pages.records.title} staff={staff} />
      <main id="main" className="wrap staff-page registers" key={key}>
        <Link className="back" to={pages.record.path}>
          {pages.record.title}
        </Link>
        {refused === undefined ? null : <Alert text={refused.refusal} />}
        {done === undefined || refused !== undefined ? null : <Alert text={done} isGood />}
        <p className="soft">{recordsTexts.about}</p>
        <TasksSection tasks={view.tasks} />
        <FilingsSection filings={view.filings} {...form} />
        <HoldsSection holds={view.holds} {...form} />
        <PromotersSection promoters={view.promoters} {...form} />
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.records} error={error} />;
}
