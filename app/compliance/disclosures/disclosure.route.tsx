import type { Route } from "./+types/disclosure.route";
import { documentPages, getDocumentPage } from "#app/pages/content-pages.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { brochureFile } from "./brochure-file.ts";
import { DisclosurePage } from "./disclosure-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(getDocumentPage(location.pathname), matches);

/** Renders every regulatory document as text. The path selects the document. */
export default function Disclosure({ matches }: Route.ComponentProps) {
  const { path, document } = getDocumentPage(matches.at(-1)?.pathname ?? "");
  return (
    <DisclosurePage
      document={document}
      file={path === documentPages.formAdvPart2aText.path ? <BrochureFile /> : undefined}
    />
  );
}

/** Links from the text of the brochure to its page and its PDF. */
function BrochureFile() {
  return (
    <p className="acts">
      <a className="btn" href={brochureFile.path} download={brochureFile.name}>
        Download PDF
      </a>
      <a className="btn quiet" href={documentPages.formAdvPart2a.path}>
        About this brochure
      </a>
    </p>
  );
}
