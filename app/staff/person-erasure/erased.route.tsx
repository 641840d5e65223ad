import { Link, redirect } from "react-router";
import type { Route } from "./+types/erased.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { canEraseLeads } from "#app/identity/accounts/permissions.ts";
import { describeKept, describeRemoved } from "#app/people/erasure/erasure.messages.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { erasureTexts } from "./erasure.messages.ts";
import { openErasure } from "./sealed-erasure.server.ts";
import { TextList } from "./text-list.tsx";
import "#app/staff/shell/staff-area.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canEraseLeads);
  const { identity } = servicesOf(context);
  const sealed = new URL(request.url).searchParams.get("result");
  const result = openErasure(identity.keys, staff.id, sealed);
  if (result === undefined) return redirect(pages.people.path);
  const { erasure, keepsEmails } = result;
  return {
    staff,
    wasThere: Object.values(erasure.removed).some((count) => count > 0),
    removed: describeRemoved(erasure, "screen"),
    kept: describeKept(erasure, keepsEmails, "screen"),
  };
}

const page = { ...pages.people, title: erasureTexts.doneTitle };

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Erased({ loaderData }: Route.ComponentProps) {
  const { staff, wasThere, removed, kept } = loaderData;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page">
        <Alert text={wasThere ? erasureTexts.done : erasureTexts.quicker} isGood />
        <section className="sheet">
          <TextList title={erasureTexts.removed} texts={removed} />
          <TextList title={erasureTexts.kept} texts={kept} />
          <p>{erasureTexts.mailbox}</p>
          <div className="acts">
            <Link className="btn" to={pages.people.path}>
              {pages.people.title}
            </Link>
          </div>
        </section>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}
