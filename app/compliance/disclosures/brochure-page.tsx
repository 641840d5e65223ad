import { longDate } from "#app/platform/calendar/long-date.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { formAdvPart2a } from "#content/disclosures/form-adv-part-2a.ts";
import { brochureFile } from "./brochure-file.ts";
import { SampleNotice } from "./disclosure-page.tsx";
import "./brochure-page.css";

/** The brochure as a PDF in a frame, with links for browsers that do not display PDFs. */
export function BrochurePage() {
  const { title, subtitle, date } = formAdvPart2a;
  return (
    <div className="wrap brochure">
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
            <a className="btn press" href={brochureFile.path} download={brochureFile.name}>
              Download PDF
            </a>
            <a className="btn" href={documentPages.formAdvPart2aText.path}>
              Read it as a page
            </a>
          </p>
          <iframe src={brochureFile.path} title={`${subtitle}, as a PDF`} height="800" loading="lazy" />
          <p>
            {"If the document does not show here, "}
            <a href={brochureFile.path}>open the PDF on its own page</a>.
          </p>
        </div>
      </div>
    </div>
  );
}
