import { isRouteErrorResponse } from "react-router";
import { pageMeta } from "#app/pages/page-meta.ts";
import { type Page, pages } from "#app/pages/registry.ts";
import { Message } from "#app/ui/message.tsx";
import { unsentTexts } from "./unsent-form.messages.ts";
import { UnsentForm, unsentIn } from "./unsent-form.tsx";
import { AccessCard } from "./access-card.tsx";
import { StaffHeader } from "./staff-header.tsx";
import { SignOutButton } from "./sign-out-button.tsx";
import { endedTexts, loadFailure, otherRoleTexts, waitingTexts } from "./error-page.messages.ts";

/** No page: the session has ended with a form half done, the account waits for its approval, its time is over, its role is not enough, or the page could not be loaded. */
export function ErrorPage({ page, error }: { page: Page; error: unknown }) {
  const unsent = unsentIn(error);
  if (unsent !== undefined) return <UnsentForm fields={unsent} />;
  const refusal = refusalIn(error);
  if (refusal === undefined) return <LoadFailure page={page} />;
  return (
    <>
      <StaffHeader />
      <AccessCard title={refusal.title}>
        <p>{refusal.description}</p>
        <div className="acts">
          {refusal.leadsOn ? (
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

/** The head of a page that is shown to those alone who may see it: its title is what its heading says. */
export function metaOf(
  page: Page,
  { matches, error }: { matches: Parameters<typeof pageMeta>[1]; error?: unknown },
) {
  const said = unsentIn(error) === undefined ? refusalIn(error) : unsentTexts;
  return pageMeta({ ...page, title: said?.title ?? page.title }, matches);
}

/** What is said to somebody whose account opens nothing, not yet or not any more; undefined where something else went wrong. */
function refusalIn(error: unknown): { title: string; description: string; leadsOn: boolean } | undefined {
  if (!isRouteErrorResponse(error) || error.status !== 403) return undefined;
  const { lastDay, hasRole } = detailsOf(error.data);
  if (hasRole) return { ...otherRoleTexts, leadsOn: true };
  return lastDay === undefined
    ? { ...waitingTexts, leadsOn: false }
    : { title: endedTexts.title, description: endedTexts.description(lastDay), leadsOn: false };
}

/** What the guard of the staff area says of its refusal (`NotAllowed`). */
function detailsOf(refusal: unknown): { lastDay: string | undefined; hasRole: boolean } {
  if (typeof refusal !== "object" || refusal === null) return { lastDay: undefined, hasRole: false };
  return {
    lastDay: "lastDay" in refusal && typeof refusal.lastDay === "string" ? refusal.lastDay : undefined,
    hasRole: "hasRole" in refusal && refusal.hasRole === true,
  };
}

/** The data could not be loaded. Trying again loads the whole page, with or without scripting. */
export function LoadFailure({ page }: { page: Page }) {
  return (
    <>
      <StaffHeader />
      <AccessCard title={page.title}>
        <Message {...loadFailure} />
        <div className="acts">
          <a className="btn" href={page.path}>
            Try again
          </a>
          <SignOutButton />
        </div>
      </AccessCard>
    </>
  );
}
