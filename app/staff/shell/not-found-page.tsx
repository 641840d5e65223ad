import { isRouteErrorResponse } from "react-router";
import type { Page } from "#app/pages/registry.ts";
import { ErrorPage } from "./error-page.tsx";
import { askerIn } from "./not-found.ts";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";

/**
 * For a page about one thing: it is not there, or no longer; or there is no page for another reason, as everywhere.
 * @param page the list that it would be in
 */
export function NotFoundPage({
  page,
  error,
  title,
  text,
}: {
  page: Page;
  error: unknown;
  title: string;
  text: string;
}) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage page={page} error={error} />;
  return (
    <>
      <StaffHeader staff={askerIn(error.data)} />
      <AccessCard title={title}>
        <p>{text}</p>
        <a className="btn" href={page.path}>
          {page.title}
        </a>
      </AccessCard>
    </>
  );
}
