import type { ReactNode } from "react";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { ContentPage } from "#content/document-schema.ts";
import { about } from "#content/pages/about.ts";
import { practice } from "#content/practice.ts";
import { Contents } from "#app/pages/document/contents.tsx";
import { KeyFigures } from "./key-figures.tsx";
import "./page-hero.css";

/** The top of a page. With children, it also has the button for a call, and the children follow it. */
export function PageHero({
  hero: { headline, forWhom, lead, figures },
  author,
  sections,
  children,
}: {
  hero: ContentPage["hero"];
  /** The name of the advisor who answers for the page. It links to the page about the advisor. */
  author?: string;
  /** The sections of the page, to which the hero links. */
  sections?: ContentPage["sections"];
  children?: ReactNode;
}) {
  return (
    <header className="wrap page-hero">
      <div className="row">
        <h1>
          <span>{headline}</span>
        </h1>
        <p className="note">
          {forWhom}
          {author === undefined ? null : (
            <>
              {" "}
              <span className="byline">
                By <a href={about.path}>{author}</a>
              </span>
            </>
          )}
        </p>
        <div className="text">
          <p className="lead">{lead}</p>
          {children === undefined ? null : (
            <>
              <p className="acts">
                <OutsideLink className="btn press" href={practice.schedulingUrl}>
                  Schedule Your Strategy Call
                </OutsideLink>
                {children}
              </p>
              <CallNote />
            </>
          )}
          {figures === undefined ? null : (
            <div className="hero-figures">
              {figures.note === undefined ? null : <p className="note">{figures.note}</p>}
              <KeyFigures figures={figures.items} />
            </div>
          )}
          {sections === undefined ? null : <Contents sections={sections} />}
        </div>
      </div>
    </header>
  );
}

/** What a call costs, below the button for it. */
export function CallNote() {
  return <p className="small soft screen-only">The call is free: 30 minutes with an advisor.</p>;
}
