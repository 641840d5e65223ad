import { Link } from "react-router";
import type { Route } from "./+types/content.route";
import { canEditContent, canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { TagList } from "#app/staff/content-review/content-cells.tsx";
import { stateNames } from "#app/staff/content-review/review.messages.ts";
import { contentPath, newArticlePath, releasePath } from "#app/staff/content-form/content-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { ColumnHeaders } from "#app/ui/table/column-headers.tsx";
import { type ContentList, type DocumentRow, viewContentList } from "./content-list.server.ts";
import { contentTexts } from "./content.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "#app/staff/content-review/content.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canReadRecord);
  return { staff, canEdit: canEditContent(staff), list: await viewContentList(services.db) };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.content, head);

export default function Content({ loaderData: { staff, canEdit, list } }: Route.ComponentProps) {
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page content">
        <Link className="back" to={pages.record.path}>
          {contentTexts.record}
        </Link>
        <div className="content-head">
          <h1>{pages.content.title}</h1>
          <p className="soft">{contentTexts.about}</p>
          <p className="acts">
            {canEdit ? (
              <Link className="btn press" to={newArticlePath}>
                {contentTexts.newArticle}
              </Link>
            ) : null}
            <Link className="btn" to={pages.contentPictures.path}>
              {contentTexts.pictures}
            </Link>
            <Link className="btn" to={pages.releases.path}>
              {contentTexts.releases}
            </Link>
          </p>
        </div>
        {list.open.map((group, index) => (
          <OpenChanges group={group} id={`open-${index}`} key={group.heading} />
        ))}
        {list.groups.map((group, index) => (
          <Documents group={group} id={`group-${index}`} key={group.heading} />
        ))}
      </main>
    </>
  );
}

function OpenChanges({
  group: { heading, changes },
  id,
}: {
  group: ContentList["open"][number];
  id: string;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="open-changes">
        {changes.map((change) => (
          <li key={change.id}>
            <Link to={change.to}>{change.title}</Link> <TagList change={change} />
            <p className="soft small">{change.about}</p>
            {change.reason === "" ? null : <p>{change.reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Documents({
  group: { heading, documents },
  id,
}: {
  group: ContentList["groups"][number];
  id: string;
}) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <table className="documents">
        <ColumnHeaders labels={Object.values(columns)} />
        <tbody>
          {documents.map((row) => (
            <DocumentCells row={row} key={row.name} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const { columns } = contentTexts;

function DocumentCells({ row: { name, title, path, published, state } }: { row: DocumentRow }) {
  return (
    <tr>
      <th scope="row">
        <Link to={contentPath(name)}>{title}</Link>
      </th>
      <td data-column={columns.page}>
        {path === undefined ? <span className="soft">{contentTexts.severalPages}</span> : path}
      </td>
      <td data-column={columns.published}>
        {published === undefined ? (
          contentTexts.noChange
        ) : (
          <>
            <Link to={releasePath(published.release)}>{contentTexts.release(published.release)}</Link>
            <span className="soft small">{` ${published.at} ${contentTexts.by(published.by)}`}</span>
          </>
        )}
      </td>
      <td data-column={columns.change}>
        {state === undefined ? <span className="soft">{contentTexts.noChange}</span> : stateNames[state]}
      </td>
    </tr>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.content} error={error} />;
}
