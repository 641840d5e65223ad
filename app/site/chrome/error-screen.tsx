import { type ErrorKind, errorTable } from "#app/platform/errors.ts";
import { practice } from "#content/practice.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { Notice } from "./notice.tsx";
import { SiteFooter } from "./site-footer.tsx";
import { SampleBanner } from "./sample-banner.tsx";
import { SiteHeader } from "#app/site/header/site-header.tsx";

/**
 * The error screen, with header and footer. It displays a title, a safe sentence and the request ID, but never the error itself.
 */
export function ErrorScreen({ kind, requestId }: { kind: ErrorKind; requestId?: string | undefined }) {
  return (
    <>
      <title>{`${titleOf(kind)} | ${practice.firmName}`}</title>
      <meta name="robots" content="noindex" />
      <SampleBanner />
      <SiteHeader path="" />
      <main id="main">
        {kind === "not-found" ? <NotFoundScreen /> : <Fault kind={kind} requestId={requestId} />}
      </main>
      <SiteFooter />
    </>
  );
}

function Fault({ kind, requestId }: { kind: ErrorKind; requestId: string | undefined }) {
  return (
    <Notice title={titleOf(kind)}>
      {isOurs(kind) ? <p className="lead">{errorTable[kind].title}</p> : null}
      <p>
        {isOurs(kind) ? "Trying again in a minute often helps. " : ""}
        {"If the problem continues, call "}
        <a className="num" href={`tel:${practice.phone.dial}`}>
          {practice.phone.display}
        </a>
        {requestId === undefined ? "." : " and give us this reference number."}
      </p>
      {requestId === undefined ? null : <p className="num soft">{requestId}</p>}
      <p className="acts">
        <a className="btn" href="/">
          Return to Home
        </a>
      </p>
    </Notice>
  );
}

/** Server faults have the specified title. Other titles tell the visitor what to do. */
function titleOf(kind: ErrorKind): string {
  if (kind === "not-found") return "Page not found";
  return isOurs(kind) ? "Unexpected Application Error!" : errorTable[kind].title;
}

function isOurs(kind: ErrorKind): boolean {
  return errorTable[kind].status >= 500;
}
