import { data, Form, Link, redirect, useLocation } from "react-router";
import type { Route } from "./+types/source-names.route";
import { actorOf } from "#app/audit/audit.server.ts";
import { canFollowUp } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import type { SpendKind } from "#app/people/sources/save-spend.server.ts";
import {
  findSourceName,
  listSourceNames,
  type SourceName,
  suggestNames,
} from "#app/people/sources/source-names.server.ts";
import { readForm } from "#app/platform/http/form.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { sourceNamesPath } from "#app/staff/paths/source-paths.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Field } from "#app/ui/fields/field.tsx";
import { applyNames } from "./apply-names.server.ts";
import { nameFields } from "./name-fields.ts";
import { NamesForm } from "./names-form.tsx";
import { nameRefusals, nameTexts } from "./source-forms.messages.ts";
import "#app/staff/shell/staff-area.css";
import "./segments.css";
import "./source-forms.css";

/** Which names are displayed, and which one is edited. */
function readQuery(request: Request): { kind: SpendKind; search: string; name: string; isDone: boolean } {
  const { searchParams } = new URL(request.url);
  // PostgreSQL rejects some control characters.
  const read = (name: string): string =>
    (searchParams.get(name) ?? "")
      .replaceAll(/\p{Cc}+/gu, " ")
      .trim()
      .slice(0, 200);
  const kind = read("kind") === "channel" ? "channel" : "campaign";
  return { kind, search: read("search"), name: read("name"), isDone: searchParams.has("saved") };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp);
  const { db } = servicesOf(context);
  const { kind, search, name, isDone } = readQuery(request);
  const canSearch = /[\p{L}\p{N}]/u.test(search);
  const [{ names, hasMore }, group, suggestions] = await Promise.all([
    listSourceNames(db, { kind, search: canSearch ? search : undefined }),
    name === "" ? undefined : findSourceName(db, { kind, name }),
    suggestNames(db, kind),
  ]);
  return { staff, kind, search, names, hasMore, group, suggestions, isDone };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canFollowUp, {
    keepFields: Object.values(nameFields),
  });
  const { db } = servicesOf(context);
  const { kind, name } = readQuery(request);
  const form = await readForm(request);
  const saved = await applyNames({ db, actor: actorOf(staff) }, { kind, name }, form);
  if (saved === undefined) {
    const draft = { name: "", spellings: [], errors: {}, refusal: nameRefusals.gone };
    return data({ draft, isGone: true }, { status: 409 });
  }
  return saved.ok
    ? redirect(`${sourceNamesPath({ kind })}&saved`, 303)
    : data({ draft: saved.draft, isGone: false }, { status: saved.status });
}

export const meta: Route.MetaFunction = (head) =>
  createStaffMeta({ ...pages.sources, title: nameTexts.title }, head);

export default function SourceNames({ loaderData, actionData }: Route.ComponentProps) {
  const { staff, kind, search, names, hasMore, group, suggestions, isDone } = loaderData;
  const { key } = useLocation();
  const hasSearch = search !== "";
  return (
    <>
      <StaffHeader title={nameTexts.title} staff={staff} />
      <main id="main" className="wrap staff-page source-forms" key={key}>
        <Link className="back" to={pages.sources.path}>
          {nameTexts.back}
        </Link>
        {isDone && actionData === undefined ? <Alert text={nameTexts.saved} isGood /> : null}
        {actionData?.isGone === true ? <Alert text={actionData.draft.refusal} /> : null}
        <p className="soft">{nameTexts.about}</p>
        {group === undefined ? null : (
          <NamesForm
            kind={kind}
            group={group}
            names={suggestions}
            draft={actionData?.draft}
            key={group.name}
          />
        )}
        <nav className="segments" aria-label={nameTexts.kindsLabel}>
          {(["campaign", "channel"] as const).map((each) => (
            <Link
              to={sourceNamesPath({ kind: each })}
              aria-current={each === kind ? "true" : undefined}
              key={each}
            >
              {nameTexts.kinds[each]}
            </Link>
          ))}
        </nav>
        <Form method="get" role="search" className="search" aria-label={nameTexts.find}>
          <input type="hidden" name="kind" value={kind} />
          <Field
            name="search"
            type="search"
            label={nameTexts.search}
            defaultValue={search}
            autoComplete="off"
          />
          <button type="submit" className="btn">
            {nameTexts.find}
          </button>
        </Form>
        {names.length === 0 ? (
          <p className="empty">{hasSearch ? nameTexts.noMatch : nameTexts.empty}</p>
        ) : (
          <NameList kind={kind} names={names} />
        )}
        {hasMore ? <p className="soft">{nameTexts.more}</p> : null}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.sources} error={error} />;
}

function NameList({ kind, names }: { kind: SpendKind; names: readonly SourceName[] }) {
  return (
    <ul className="entries">
      {names.map(({ name, spellings }) => (
        <li key={name}>
          <p>
            <b>{name}</b>
          </p>
          {spellings.length === 1 && spellings[0] === name ? null : (
            <p className="soft small">{spellings.join(", ")}</p>
          )}
          <Link to={sourceNamesPath({ kind, name })}>
            {nameTexts.edit}
            <span className="unseen">{nameTexts.editOf(name)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
