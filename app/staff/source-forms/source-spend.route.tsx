import { data, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/source-spend.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { findSpendEntry, listSpend } from "#app/people/sources/save-spend.server.ts";
import { suggestNames } from "#app/people/sources/source-names.server.ts";
import { formatCents } from "#app/people/sources/spend.ts";
import { shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { readForm } from "#app/platform/http/form.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { sourceSpendPath } from "#app/staff/paths/source-paths.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { Alert } from "#app/ui/alert.tsx";
import { practice } from "#content/practice.ts";
import { applySpend } from "./apply-spend.server.ts";
import { SpendForm } from "./spend-form.tsx";
import {
  formatMonth,
  listMonths,
  newNameField,
  revisionField,
  spendFields,
  toSpendValues,
} from "./spend-values.ts";
import { spendTexts } from "./source-forms.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./source-forms.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp);
  const { clock, db } = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const today = dayIn(practice.timeZone, clock.now());
  const [{ entries, hasMore }, edited, campaigns, channels] = await Promise.all([
    listSpend(db),
    findSpendEntry(db, searchParams.get("entry") ?? ""),
    suggestNames(db, "campaign"),
    suggestNames(db, "channel"),
  ]);
  return {
    staff,
    values: toSpendValues(edited, today),
    revision: edited?.revision ?? 0,
    months: listMonths(today, edited?.month.slice(0, 7)),
    names: [...new Set([...campaigns, ...channels])],
    entries: entries.map(({ id, kind, name, month, cents, enteredBy, enteredAt }) => ({
      id,
      kind,
      name,
      month: formatMonth(month),
      amount: formatCents(cents),
      by: enteredBy,
      day: shortDayIn(practice.timeZone, enteredAt),
    })),
    hasMore,
    isDone: searchParams.has("saved"),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: [...spendFields, revisionField, newNameField],
  });
  const { clock, db } = servicesOf(context);
  const saved = await applySpend({ db, clock, actor: actorOf(staff) }, await readForm(request));
  return saved.ok ? redirect(`${sourceSpendPath()}?saved`, 303) : data(saved.draft, { status: saved.status });
}

export const meta: Route.MetaFunction = (head) =>
  createStaffMeta({ ...pages.sources, title: spendTexts.title }, head);

export default function SourceSpend({ loaderData, actionData: draft }: Route.ComponentProps) {
  const { staff, values, revision, months, names, entries, hasMore, isDone } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={spendTexts.title} staff={staff} />
      <main id="main" className="wrap staff-page source-forms" key={key}>
        <Link className="back" to={pages.sources.path}>
          {spendTexts.back}
        </Link>
        {isDone && draft === undefined ? <Alert text={spendTexts.saved} isGood /> : null}
        <p className="soft">{spendTexts.about}</p>
        <SpendForm
          values={draft?.values ?? values}
          revision={draft?.revision ?? revision}
          draft={draft}
          months={months}
          names={names}
        />
        <section aria-labelledby="entries-heading">
          <h2 id="entries-heading">{spendTexts.entries}</h2>
          {entries.length === 0 ? <p className="empty">{spendTexts.empty}</p> : <Entries entries={entries} />}
          {hasMore ? <p className="soft">{spendTexts.more}</p> : null}
        </section>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.sources} error={error} />;
}

function Entries({ entries }: { entries: Route.ComponentProps["loaderData"]["entries"] }) {
  return (
    <ul className="entries">
      {entries.map(({ id, kind, name, month, amount, by, day }) => (
        <li key={id}>
          <p>
            <b>{name}</b> <span className="soft">{spendTexts.kinds[kind]}</span>
          </p>
          <p>
            {month}: <b>{amount}</b>
          </p>
          <p className="soft small">
            {spendTexts.by} {by}, {day}
          </p>
          <Link to={sourceSpendPath(id)}>
            {spendTexts.change}
            <span className="unseen">{spendTexts.changeOf(name, month)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
