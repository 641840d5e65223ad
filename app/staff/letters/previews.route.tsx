import { Link } from "react-router";
import type { Route } from "./+types/previews.route";
import { servicesOf } from "#app/context.server.ts";
import { canViewLeads } from "#app/identity/can.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pages } from "#app/pages/registry.ts";
import { metaOf, NoPage } from "#app/staff/dashboard/no-dashboard.tsx";
import { requireStaff } from "#app/staff/require-staff.server.ts";
import { StaffHeader } from "#app/staff/staff-header.tsx";
import { frameSample } from "./frame-sample.server.ts";
import { previewDocumentPath } from "./letter-list.ts";
import { LetterWords } from "./letter-words.tsx";
import { kindName, lettersTexts } from "./letters.messages.ts";
import { sampleLetters } from "./sample-letters.server.ts";
import "#app/staff/desk.css";
import "./letters.css";

const page = { ...pages.letters, title: lettersTexts.previews };

/** Letters are looked at in a frame. */
export const handle = { scripts: "router", shared: false, frames: ["'self'"] } satisfies PageHandle;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { siteUrl } = servicesOf(context);
  return {
    staff,
    letters: sampleLetters(siteUrl).map(({ name, kind, when, content }) => ({
      name,
      kind: when === undefined ? kindName(kind) : `${kindName(kind)}, ${when}`,
      subject: content.subject,
      text: frameSample(content, siteUrl).text,
    })),
  };
}

export const meta: Route.MetaFunction = (head) => metaOf(page, head);

export default function Previews({ loaderData }: Route.ComponentProps) {
  const { staff, letters } = loaderData;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap desk letters">
        <Link to={pages.letters.path} className="back">
          {lettersTexts.back}
        </Link>
        <p className="soft">{lettersTexts.previewsLead}</p>
        {letters.map(({ name, kind, subject, text }) => (
          <details className="preview" name="preview" key={name}>
            <summary>
              <h2>{kind}</h2>
              <span className="soft">{subject}</span>
            </summary>
            <LetterWords subject={subject} text={text} documentPath={previewDocumentPath(name)} />
          </details>
        ))}
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <NoPage page={page} error={error} />;
}
