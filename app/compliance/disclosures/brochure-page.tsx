import { longDate } from "#app/platform/calendar/long-date.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { practice } from "#content/practice.ts";
import { brochureFile } from "./brochure-file.ts";
import { SampleNotice } from "./disclosure-page.tsx";
import "./brochure-page.css";

/** The brochure as a PDF in a frame, with its items and links for browsers that do not display PDFs. */
export function BrochurePage() {
  const { title, subtitle, date, sections } = formAdvPart2a;
  const textPath = documentPages.formAdvPart2aText.path;
  return (
    <section className="wrap brochure">
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
          <p className="acts">
            <a className="btn press" href={textPath}>
              Read online
            </a>
            <a className="btn" href={brochureFile.path} download={brochureFile.name}>
              Download PDF
            </a>
          </p>
          <p className="on-paper">
            {`The full text is at ${practice.website}${textPath}. For a printed copy, call ${practice.phone.display}.`}
          </p>
          <div className="brochure-parts">
            <nav aria-labelledby="items">
              <h2 id="items">What the brochure covers</h2>
              <ol>
                {sections.map(({ id, heading }) => (
                  <li key={id}>
                    <a href={`${textPath}#${id}`}>{heading}</a>
                  </li>
                ))}
              </ol>
            </nav>
            <div className="screen-only">
              <div className="pdf">
                <iframe
                  src={`${brochureFile.path}#navpanes=0&view=FitH`}
                  title={`${subtitle}, as a PDF`}
                  height="800"
                  loading="lazy"
                />
                <div>
                  <p className="serif">{practice.advisoryLlc}</p>
                  <p className="lead">{title}</p>
                  <p className="note">{`${subtitle}, ${longDate(date)}`}</p>
                  <p className="small">This browser does not display PDFs within a page.</p>
                </div>
              </div>
              <p className="small">
                <a href={brochureFile.path}>Open the PDF on its own page</a>
              </p>
            </div>
          </div>
        </div>
      </div>
    </section>
  );
}
