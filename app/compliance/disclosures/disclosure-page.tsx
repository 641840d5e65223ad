import type { ReactNode } from "react";
import { Blocks } from "#app/pages/document/blocks.tsx";
import { Contents } from "#app/pages/document/contents.tsx";
import { Sections } from "#app/pages/document/sections.tsx";
import { longDate } from "#app/platform/calendar/long-date.ts";
import type { RegulatoryDocument } from "#content/document-schema.ts";
import { practice } from "#content/practice.ts";
import { sampleNotice } from "#content/disclosures.ts";
import "./disclosure-page.css";

/** A regulatory document: title, date, table of contents and text. */
export function DisclosurePage({
  document,
  file,
}: {
  document: RegulatoryDocument;
  /** Links to the document as a file. */
  file?: ReactNode;
}) {
  const { title, subtitle, date, leaflet, opening, sections } = document;
  return (
    <article className={leaflet === true ? "disclosure leaflet" : "disclosure"}>
      <header className="wrap">
        <div className="row">
          <h1>
            <span>{title}</span>
          </h1>
          <div className="note">
            <p>{subtitle}</p>
            <p>
              <time dateTime={date}>{longDate(date)}</time>
            </p>
          </div>
          <div className="text">
            <SampleNotice />
            <Blocks blocks={opening} />
            {file}
          </div>
        </div>
      </header>
      <div className="wrap document-contents" id="contents">
        <Contents label="Contents" sections={sections} isPrinted />
      </div>
      <Sections sections={sections} end={isLong(sections) ? <BackToContents /> : undefined} />
    </article>
  );
}

/** Whether a document has more than twelve sections and parts, so that its contents are far from most of them. */
function isLong(sections: RegulatoryDocument["sections"]): boolean {
  return sections.flatMap((section) => [section, ...(section.sections ?? [])]).length > 12;
}

function BackToContents() {
  return (
    <p className="small screen-only to-contents">
      <a href="#contents">Back to contents</a>
    </p>
  );
}

/** The filings of the sample practice are samples as well. */
export function SampleNotice() {
  return practice.sample ? <p className="callout sample-notice">{sampleNotice}</p> : null;
}
