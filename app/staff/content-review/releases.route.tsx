import { Link } from "react-router";
import type { Route } from "./+types/releases.route";
import { canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { releasePath } from "#app/staff/content-form/content-path.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { ColumnHeaders } from "#app/ui/table/column-headers.tsx";
import { type ReleaseRow, viewReleases } from "./release-view.server.ts";
import { releaseTexts } from "./review.messages.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/data-table/data-table.css";
import "./content.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { staff } = await requireStaff(services, request, canReadRecord);
  const before = new URL(request.url).searchParams.get("before") ?? "";
  const list = await viewReleases(services.db, /^[1-9]\d{0,8}$/.test(before) ? Number(before) : undefined);
  return { staff, ...list };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(pages.releases, head);

export default function Releases({ loaderData: { staff, rows, olderThan } }: Route.ComponentProps) {
  return (
    <>
      <StaffHeader staff={staff} />
      <main id="main" className="wrap staff-page content">
        <Link className="back" to={pages.content.path}>
          {releaseTexts.content}
        </Link>
        <div className="content-head">
          <h1>{pages.releases.title}</h1>
          <p className="soft">{releaseTexts.about}</p>
        </div>
        {rows.length === 0 ? <p className="soft">{releaseTexts.empty}</p> : null}
        <table className="documents">
          <ColumnHeaders labels={Object.values(columns)} />
          <tbody>
            {rows.map((row) => (
              <ReleaseCells row={row} key={row.number} />
            ))}
          </tbody>
        </table>
        <p className="acts">
          {rows[0]?.isLive === false ? (
            <Link className="btn" to={pages.releases.path}>
              {releaseTexts.newest}
            </Link>
          ) : null}
          {olderThan === undefined ? null : (
            <Link className="btn" to={`${pages.releases.path}?before=${olderThan}`}>
              {releaseTexts.older}
            </Link>
          )}
        </p>
      </main>
    </>
  );
}

const { columns } = releaseTexts;

function ReleaseCells({ row }: { row: ReleaseRow }) {
  return (
    <tr>
      <th scope="row">
        <Link to={releasePath(row.number)}>{releaseTexts.release(row.number)}</Link>{" "}
        {row.isLive ? <span className="tag high">{releaseTexts.live}</span> : null}
      </th>
      <td data-column={columns.published}>{row.published}</td>
      <td data-column={columns.people}>{row.people}</td>
      <td data-column={columns.reason}>{row.reason}</td>
      <td data-column={columns.changed}>{row.changed.join(", ")}</td>
    </tr>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={pages.releases} error={error} />;
}
