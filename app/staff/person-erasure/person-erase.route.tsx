import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/person-erase.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { canEraseLeads } from "#app/identity/accounts/permissions.ts";
import { hasLegalHold } from "#app/compliance/records/records.server.ts";
import { eraseOnRequest } from "#app/people/erasure/erase-person.server.ts";
import { preparePersonExport } from "#app/people/export/export-person.server.ts";
import { findAddress } from "#app/people/profile/find-people.server.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { describeAlwaysKept, describeRemoved } from "#app/people/erasure/erasure.messages.ts";
import { pages } from "#app/pages/registry.ts";
import { readForm } from "#app/platform/http/form.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { hiddenKindsFor } from "#app/identity/accounts/hidden-email-kinds.ts";
import { MissingPerson } from "#app/staff/shell/missing-person.tsx";
import { erasedPath, erasePath, personPath } from "#app/staff/paths/person-path.ts";
import { requireRecentAuthentication, requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { fieldError } from "#app/ui/fields/field-error.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { erasureTexts } from "./erasure.messages.ts";
import { countRows } from "./count-rows.server.ts";
import { sealErasure } from "./sealed-erasure.server.ts";
import { TextList } from "./text-list.tsx";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const session = await requireStaff(servicesOf(context), request, canEraseLeads);
  const { clock, db, persons } = servicesOf(context);
  // Required already here, because re-authentication would discard what was typed.
  requireRecentAuthentication(session, erasePath(params.leadId));
  const email = await findAddress(db, params.leadId);
  if (email === undefined) throw createNotFoundResponse(session.staff);
  const emails = await listAddresses(db, email);
  await recordViewOfPerson({ db, persons }, email, {
    actor: session.staff,
    sessionId: session.id,
    clientAddress: factsOf(context).clientAddress,
  });
  const hiddenKinds = hiddenKindsFor(session.staff);
  const personExport = await preparePersonExport({ db, clock }, email, { hiddenKinds });
  return {
    staff: session.staff,
    leadId: params.leadId,
    isHeld: await hasLegalHold(db),
    email,
    emails,
    goes: [
      ...(emails.length > 1 ? [erasureTexts.addresses(emails)] : []),
      ...describeRemoved({ removed: countRows(personExport) }, "screen"),
    ],
    stays: [erasureTexts.stop, erasureTexts.shared, ...describeAlwaysKept("screen")],
  };
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const session = await requireStaff(servicesOf(context), request, canEraseLeads);
  const { staff } = session;
  const { clock, db, identity, outbox, persons } = servicesOf(context);
  requireRecentAuthentication(session, erasePath(params.leadId));
  const email = await findAddress(db, params.leadId);
  if (email === undefined) throw createNotFoundResponse(session.staff);
  const form = await readForm(request);
  const keepsEmails = form.get("keepsEmails") !== null;
  const error = findConfirmationError(form.get("email"), await listAddresses(db, email));
  if (error !== undefined) return data({ error, keepsEmails }, { status: 422 });
  const actor = actorOf(staff);
  const displayed = form.getAll(addressField).filter((value) => typeof value === "string");
  const erasure = await eraseOnRequest({ db, clock, outbox, persons, actor }, email, {
    addresses: displayed.length === 0 ? [email] : displayed,
    keepsEmails,
  });
  if ("refusal" in erasure) {
    return data({ error: erasureTexts.refusals[erasure.refusal], keepsEmails }, { status: 409 });
  }
  const result = sealErasure(identity.keys, staff.id, { erasure, keepsEmails });
  return redirect(`${erasedPath}?result=${encodeURIComponent(result)}`, 303);
}

/** The addresses that the page displayed. */
const addressField = "address";

/** @returns undefined if the entered address is one of the person's */
function findConfirmationError(
  typed: FormDataEntryValue | null,
  emails: readonly string[],
): string | undefined {
  const address = typeof typed === "string" ? typed.trim().toLowerCase() : "";
  if (address === "") return erasureTexts.confirmMissing;
  return emails.includes(address) ? undefined : erasureTexts.confirmWrong;
}

const page = { ...pages.people, title: erasureTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function PersonErase({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, leadId, email, isHeld } = loaderData;
  const { key } = useLocation();
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page" key={key}>
        <Link className="back" to={personPath(leadId)}>
          {email}
        </Link>
        {isHeld ? <Held /> : <ErasureForm {...loaderData} answer={actionData} />}
      </main>
    </>
  );
}

function Held() {
  return (
    <div className="sheet">
      <p>{erasureTexts.held}</p>
      <Link to={pages.records.path}>{erasureTexts.holds}</Link>
    </div>
  );
}

type ErasureFormProps = Pick<Route.ComponentProps["loaderData"], "leadId" | "emails" | "goes" | "stays"> & {
  answer: Route.ComponentProps["actionData"];
};

function ErasureForm({ leadId, emails, goes, stays, answer }: ErasureFormProps) {
  return (
    <Form method="post" className="sheet">
      <p>{erasureTexts.owns}</p>
      {emails.map((address) => (
        <input type="hidden" name={addressField} value={address} key={address} />
      ))}
      <TextList title={erasureTexts.goes} texts={[...goes, erasureTexts.seat]} />
      <TextList title={erasureTexts.stays} texts={stays} />
      <label className="box">
        <input
          type="checkbox"
          name="keepsEmails"
          defaultChecked={answer?.keepsEmails ?? false}
          aria-describedby="record-hint"
        />
        {erasureTexts.record}
      </label>
      <p className="soft small" id="record-hint">
        {erasureTexts.recordHint}
      </p>
      <Field
        name="email"
        type="email"
        label={erasureTexts.confirm}
        required
        autoComplete="off"
        {...fieldError(answer?.error)}
      />
      <div className="acts">
        <button type="submit" className="btn destructive">
          {erasureTexts.act}
        </button>
        <Link className="btn quiet" to={personPath(leadId)}>
          {erasureTexts.keep}
        </Link>
      </div>
    </Form>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingPerson error={error} />;
}
