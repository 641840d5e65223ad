import { pages } from "#app/pages/registry.ts";
import { mailRequestHref } from "#app/pages/document/mail-request.ts";
import { Sections } from "#app/pages/document/sections.tsx";
import type { ContentPage as Content } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { ClosingInvitation } from "#app/pages/document/closing-invitation.tsx";
import { RelatedPages } from "#app/site/articles/related-pages.tsx";
import { pageDrawings } from "./page-drawings.tsx";
import { PageHero } from "#app/site/page-hero/page-hero.tsx";
import "./succession-planning.css";

/** A service page: hero with the call to action, sections, and the call to action again. */
export function ContentPage({ page: { path, hero, sections, related, closing } }: { page: Content }) {
  return (
    <>
      <PageHero hero={hero} author={practice.advisor.name} sections={sections}>
        <MailRequest of={closing} />
      </PageHero>
      <Sections sections={sections} drawings={pageDrawings} />
      {related === undefined ? null : <RelatedPages paths={related} />}
      <Closing closing={closing} path={path} />
    </>
  );
}

/** The end of a service page: a description of the call, two ways to request it, and a link to another page. */
function Closing({ closing, path }: Pick<Content, "closing" | "path">) {
  return (
    <ClosingInvitation heading={closing.heading} note={closing.text}>
      <MailRequest of={closing} />
      {isLandingPage(path) ? (
        <a className="btn quiet" href="/">
          Back to Home
        </a>
      ) : (
        <a className="btn quiet" href={pages.assessment.path}>
          Take the Pre-LOI Assessment
        </a>
      )}
    </ClosingInvitation>
  );
}

/** The pages that end with a link to the home page, according to specification section 2. */
function isLandingPage(path: string): boolean {
  return path === `/${practice.servicePageSlug}` || path === "/business-valuation";
}

/** The prefilled email, if the page has one. */
function MailRequest({ of: { mailRequest } }: { of: Content["closing"] }) {
  if (mailRequest === undefined) return null;
  const request = practice.mailRequests[mailRequest];
  return (
    <a className="btn quiet" href={mailRequestHref(request)}>
      {request.label}
    </a>
  );
}
