import { data, Form, Link, redirect } from "react-router";
import type { Route } from "./+types/merge.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import { email as emailField } from "#app/intake/form/contact.schema.ts";
import { pages } from "#app/pages/registry.ts";
import { findPersonRecord } from "#app/people/follow-up/person-record.server.ts";
import { getRecordVersion } from "#app/people/follow-up/record-version.ts";
import { mergePeople } from "#app/people/merge/merge-people.server.ts";
import { undoMerge } from "#app/people/merge/undo-merge.server.ts";
import { listAddresses } from "#app/people/profile/addresses-of-person.server.ts";
import { findAddress, findLinkedPerson } from "#app/people/profile/find-people.server.ts";
import { recordViewOfPerson } from "#app/people/profile/record-view-of-person.server.ts";
import { readForm } from "#app/platform/http/form.ts";
import { maximumLength } from "#app/platform/limits.ts";
import { factsOf, servicesOf } from "#app/request-context/request-context.server.ts";
import { mergePath, personPath } from "#app/staff/paths/person-path.ts";
import { createNotFoundResponse, createStaffMeta } from "#app/staff/shell/error-page.tsx";
import { MissingPerson } from "#app/staff/shell/missing-person.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { type MergeProblem, mergeProblems, mergeTexts, undoneConsent } from "./merge.messages.ts";
import { type MergeView, viewMerge } from "./merge-view.server.ts";
import { MergeWith, otherField } from "./merge-with.tsx";
import "#app/staff/shell/staff-area.css";
import "./person-merge.css";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canFollowUp);
  const { clock, db, persons } = servicesOf(context);
  const { leadId } = params;
  const kept = await findAddress(db, leadId);
  if (kept === undefined) throw createNotFoundResponse(staff);
  const otherLeadId = getOther(request);
  const removed = await findAddress(db, otherLeadId);
  if (removed === undefined) return { staff, leadId, otherLeadId, problem: "unknown" as const, view: null };
  const { clientAddress } = factsOf(context);
  for (const email of [kept, removed]) {
    await recordViewOfPerson({ db, persons }, email, { actor: staff, sessionId, clientAddress });
  }
  if ((await listAddresses(db, kept)).includes(removed)) {
    return { staff, leadId, otherLeadId, problem: "same" as const, view: null };
  }
  const view = await viewMerge({ db, clock, actor: actorOf(staff) }, { kept, removed });
  const problem = view === undefined ? ("unknown" as const) : undefined;
  return { staff, leadId, otherLeadId, problem, view: view ?? null };
}

/** Merges the two people, undoes a merge, or finds the other person by an address. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { id: sessionId, staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: [otherField],
  });
  const { clock, db, persons } = servicesOf(context);
  const { leadId } = params;
  const email = await findAddress(db, leadId);
  if (email === undefined) throw createNotFoundResponse(staff);
  const deps = { db, clock, persons, actor: actorOf(staff) };
  const form = await readForm(request);
  if (form.has(otherField)) {
    const typed = readText(form.get(otherField)).slice(0, maximumLength.email);
    const other = await findOther(db, typed);
    if (other === undefined) return data({ problem: "not-found" as const, typed }, { status: 404 });
    const { clientAddress } = factsOf(context);
    await recordViewOfPerson({ db, persons }, other.email, { actor: staff, sessionId, clientAddress });
    return redirect(mergePath(leadId, other.leadId), 303);
  }
  const done = form.has("undo")
    ? await applyUndo(deps, form)
    : await applyMerge(deps, { email, other: getOther(request), form });
  return done.ok
    ? redirect(`${personPath(leadId)}?${done.about}`, 303)
    : data({ problem: done.problem, typed: undefined }, { status: 409 });
}

/** The person with an address. People whose forms are all quarantined have no record to merge. */
async function findOther(db: Deps["db"], typed: string) {
  const parsed = emailField(mergeProblems["not-found"]).safeParse(typed);
  if (!parsed.success) return undefined;
  const person = await findLinkedPerson(db, parsed.data);
  return person && { leadId: person.leadId, email: parsed.data };
}

/** `about`: what the person's page then reports. */
type Outcome = { ok: true; about: string } | { ok: false; problem: MergeProblem };
type Deps = Parameters<typeof mergePeople>[0];

async function applyUndo(deps: Deps, form: FormData): Promise<Outcome> {
  const undone = await undoMerge(deps, readNumber(form.get("undo")));
  if (undone.ok) {
    return { ok: true, about: undone.removedConsents === 0 ? "undone" : `undone=${undoneConsent}` };
  }
  return { ok: false, problem: undone.reason === "unknown" ? "undo-unknown" : undone.reason };
}

/** @param other the id of a form of the other person */
async function applyMerge(
  deps: Deps,
  { email, other, form }: { email: string; other: string; form: FormData },
): Promise<Outcome> {
  const otherEmail = await findAddress(deps.db, other);
  const kept = await findPersonRecord(deps.db, email);
  const removed = otherEmail === undefined ? undefined : await findPersonRecord(deps.db, otherEmail);
  if (kept === undefined || removed === undefined) return { ok: false, problem: "unknown" };
  if (kept.id === removed.id) return { ok: false, problem: "same" };
  // The links can lead to other records than those that were displayed, because a colleague may have merged one meanwhile.
  const isCurrent =
    form.get(versionFields.kept) === getRecordVersion(kept) &&
    form.get(versionFields.removed) === getRecordVersion(removed);
  if (!isCurrent) return { ok: false, problem: "changed" };
  const merged = await mergePeople(deps, { kept, removed });
  return merged.ok ? { ok: true, about: "merged" } : { ok: false, problem: merged.reason };
}

export { shouldRevalidate } from "#app/staff/session/revalidate-after-conflict.ts";

/** The hidden fields with the records and revisions that were displayed (`getRecordVersion`). */
const versionFields = { kept: "kept", removed: "removed" } as const;

function getOther(request: Request): string {
  return new URL(request.url).searchParams.get("with") ?? "";
}

/** @returns an empty text for a file */
function readText(typed: FormDataEntryValue | null): string {
  return typeof typed === "string" ? typed : "";
}

/** @returns 0, which no row has, for text that is not a number */
function readNumber(typed: FormDataEntryValue | null): number {
  return typeof typed === "string" && /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
}

const page = { ...pages.people, title: mergeTexts.title };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function MergePeople({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, leadId, otherLeadId, view } = loaderData;
  // After an undo that was refused or an unknown address, the page has no other person.
  const problem = actionData?.problem ?? loaderData.problem;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page">
        <Link className="back" to={personPath(leadId)}>
          {mergeTexts.cancel}
        </Link>
        {problem === undefined ? null : <Alert text={mergeProblems[problem]} />}
        {actionData?.typed === undefined ? null : (
          <div className="sheet">
            <MergeWith leadId={leadId} typed={actionData.typed} />
          </div>
        )}
        {view === null ? null : (
          <Form method="post" className="sheet">
            <p>{mergeTexts.intro}</p>
            <Comparison view={view} />
            <input type="hidden" name={versionFields.kept} value={view.keptVersion} />
            <input type="hidden" name={versionFields.removed} value={view.removedVersion} />
            <div className="acts">
              <button type="submit" className="btn">
                {mergeTexts.act}
              </button>
              <Link to={mergePath(otherLeadId, leadId)}>{mergeTexts.swap}</Link>
            </div>
          </Form>
        )}
      </main>
    </>
  );
}

function Comparison({ view: { rows } }: { view: MergeView }) {
  const { field, kept, removed, result } = mergeTexts.fields;
  return (
    <div className="merge-records" role="region" aria-label={mergeTexts.caption} tabIndex={0}>
      <table>
        <caption className="unseen">{mergeTexts.caption}</caption>
        <thead>
          <tr>
            {[field, kept, removed, result].map((heading) => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.term}>
              <th scope="row">{row.term}</th>
              <td>{row.kept}</td>
              <td>{row.removed}</td>
              <td>{row.result}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MissingPerson error={error} />;
}
