import { data, isRouteErrorResponse, useLocation } from "react-router";
import { isRole, type Staff } from "#app/identity/accounts/staff.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import type { Page } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { Message } from "#app/ui/fields/message.tsx";
import { UnsentForm, unsentIn } from "./unsent-form.tsx";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";
import { SignOutButton } from "#app/staff/session/sign-out-button.tsx";
import { endedTexts, loadFailure, otherRoleTexts, unsentTexts, waitingTexts } from "./error-page.messages.ts";

/** The error boundary of staff pages: an unsent form, missing permission, or a failed load. */
export function ErrorPage({ page, error }: { page: Page; error: unknown }) {
  const unsent = unsentIn(error);
  if (unsent !== undefined) return <UnsentForm unsent={unsent} />;
  const forbidden = describeForbidden(error);
  if (forbidden === undefined) return <LoadFailure page={page} />;
  return (
    <>
      <StaffHeader />
      <AccessCard title={forbidden.title}>
        <p>{forbidden.description}</p>
        <div className="acts">
          {forbidden.hasDashboard ? (
            <a className="btn" href={pages.admin.path}>
              {pages.admin.title}
            </a>
          ) : null}
          <SignOutButton />
        </div>
      </AccessCard>
    </>
  );
}

/** The metadata of a staff page. For a refusal or an unsent form, its heading is the title. */
export function createStaffMeta(
  page: Page,
  { matches, error }: { matches: Parameters<typeof pageMeta>[1]; error?: unknown },
) {
  const unsent = unsentIn(error);
  const displayed = unsent === undefined ? describeForbidden(error) : unsentTexts[unsent.needs];
  return pageMeta({ ...page, title: displayed?.title ?? page.title }, matches);
}

/** Why the account has no access; undefined for other errors. */
function describeForbidden(
  error: unknown,
): { title: string; description: string; hasDashboard: boolean } | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined;
  const { lastDay, hasRole } = readForbiddenDetails(error.data);
  if (hasRole) return { ...otherRoleTexts, hasDashboard: true };
  return lastDay === undefined
    ? { ...waitingTexts, hasDashboard: false }
    : { title: endedTexts.title, description: endedTexts.description(lastDay), hasDashboard: false };
}

/** Reads the `ForbiddenDetails` of `requireStaff`. */
function readForbiddenDetails(response: unknown): { lastDay: string | undefined; hasRole: boolean } {
  if (typeof response !== "object" || response === null) return { lastDay: undefined, hasRole: false };
  return {
    lastDay: "lastDay" in response && typeof response.lastDay === "string" ? response.lastDay : undefined,
    hasRole: "hasRole" in response && response.hasRole === true,
  };
}

/** The data could not be loaded. “Try again” is a plain link, so it also works without scripting. */
export function LoadFailure({ page }: { page: Page }) {
  const { pathname, search } = useLocation();
  return (
    <>
      <StaffHeader />
      <AccessCard title={page.title}>
        <Message {...loadFailure} />
        <div className="acts">
          <a className="btn" href={pathname + search}>
            Try again
          </a>
          <SignOutButton />
        </div>
      </AccessCard>
    </>
  );
}

/** The error boundary of a screen for certain roles. @param text names the roles that have access */
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

/**
 * The error boundary of a page about one record: the record does not exist, or another error.
 * @param page the list of such records
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
      <StaffHeader staff={readStaff(error.data)} />
      <AccessCard title={title}>
        <p>{text}</p>
        <a className="btn" href={page.path}>
          {page.title}
        </a>
      </AccessCard>
    </>
  );
}

/** Thrown if a record does not exist. It contains the account, so that the error page can display the navigation. */
export function createNotFoundResponse(staff: Staff) {
  return data({ staff }, { status: 404 });
}

function readStaff(response: unknown): Staff | undefined {
  if (typeof response !== "object" || response === null || !("staff" in response)) return undefined;
  return isStaff(response.staff) ? response.staff : undefined;
}

function isStaff(value: unknown): value is Staff {
  if (typeof value !== "object" || value === null) return false;
  const { id, name, email, role }: { [Field in keyof Staff]?: unknown } = value;
  return [id, name, email].every((text) => typeof text === "string") && isRole(role);
}
