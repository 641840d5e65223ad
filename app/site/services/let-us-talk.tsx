import { mailRequestHref } from "#app/pages/mail-request.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { ContentPage } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import "./let-us-talk.css";

/** The end of a service page: a description of the call, two ways to request it, and a link to the home page. */
export function LetUsTalk({ closing: { heading, text, mailRequest } }: { closing: ContentPage["closing"] }) {
  const request = mailRequest === undefined ? undefined : practice.mailRequests[mailRequest];
  return (
    <section className="talk">
      <div className="wrap row">
        <h2>
          <span>{heading}</span>
        </h2>
        <p className="note">
          <a href="/">Back to Home</a>
        </p>
        <div className="text">
          <p>{text}</p>
          <p className="acts">
            <OutsideLink className="btn press" href={practice.schedulingUrl}>
              Schedule Your Strategy Call
            </OutsideLink>
            {request === undefined ? null : (
              <a className="btn" href={mailRequestHref(request)}>
                {request.label}
              </a>
            )}
          </p>
        </div>
      </div>
    </section>
  );
}
