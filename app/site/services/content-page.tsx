import { mailRequestHref } from "#app/pages/mail-request.ts";
import { Sections } from "#app/pages/document/sections.tsx";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { ContentPage as Content } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { ClosingInvitation } from "#app/site/chrome/closing-invitation.tsx";
import { RelatedPages } from "#app/site/articles/related-pages.tsx";
import { pageDrawings } from "./page-drawings.tsx";
import "./page-hero.css";

/** A service page: hero with the call to action, sections, and the call to action again. */
export function ContentPage({ page: { hero, sections, related, closing } }: { page: Content }) {
  return (
    <>
      <header className="wrap page-hero">
        <div className="row">
          <h1>
            <span>{hero.headline}</span>
          </h1>
          <p className="note">{hero.forWhom}</p>
          <div className="text">
            <p className="lead">{hero.lead}</p>
            <p className="acts">
              <OutsideLink className="btn press" href={practice.schedulingUrl}>
                Schedule Your Strategy Call
              </OutsideLink>
              {closing.mailRequest === undefined ? null : (
                <a className="btn quiet" href={mailRequestHref(practice.mailRequests[closing.mailRequest])}>
                  {practice.mailRequests[closing.mailRequest].label}
                </a>
              )}
            </p>
          </div>
        </div>
      </header>
      <Sections sections={sections} drawings={pageDrawings} />
      {related === undefined ? null : <RelatedPages paths={related} />}
      <Closing closing={closing} />
    </>
  );
}

/** The end of a service page: a description of the call, two ways to request it, and a link to the home page. */
function Closing({ closing: { heading, text, mailRequest } }: { closing: Content["closing"] }) {
  const request = mailRequest === undefined ? undefined : practice.mailRequests[mailRequest];
  return (
    <ClosingInvitation heading={heading} note={text}>
      {request === undefined ? null : (
        <a className="btn quiet" href={mailRequestHref(request)}>
          {request.label}
        </a>
      )}
      <a className="btn quiet" href="/">
        Back to Home
      </a>
    </ClosingInvitation>
  );
}
