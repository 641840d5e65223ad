import { isRouteErrorResponse } from "react-router";
import { pages, type Page } from "#app/pages/registry.ts";
import { LoadFailure } from "./error-page.tsx";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";

/** For a screen that not every role may open: who can, and the way back; or that it could not be loaded. */
export function ForbiddenPage({ page, error, text }: { page: Page; error: unknown; text: string }) {
  if (!isRouteErrorResponse(error) || error.status !== 403) return <LoadFailure page={page} />;
  return (
    <>
      <StaffHeader />
      <AccessCard title={page.title}>
        <p>{text}</p>
        <div className="acts">
          <a className="btn" href={pages.admin.path}>
            {pages.admin.title}
          </a>
        </div>
      </AccessCard>
    </>
  );
}
