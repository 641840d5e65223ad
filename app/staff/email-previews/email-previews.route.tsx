import { Link } from "react-router";
import type { Route } from "./+types/email-previews.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { metaOf, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { frameSample } from "./render-sample.server.ts";
import { letterParameter, previewDocumentPath, previewPath } from "#app/staff/email/email-list.ts";
import { EmailSummary } from "#app/staff/email/email-summary.tsx";
import { kindName, lettersTexts } from "#app/staff/email/emails.messages.ts";
import { sampleEmails } from "./sample-emails.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/email/emails.css";

const page = { ...pages.letters, title: lettersTexts.previews };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { siteUrl } = servicesOf(context);
  const samples = sampleEmails(siteUrl);
  const asked = new URL(request.url).searchParams.get(letterParameter);
  // An address that names none shows the first, as one that says nothing.
  const shown = samples.find(({ name }) => name === asked) ?? samples[0];
  return {
    staff,
    letters: samples.map(({ name, kind, when }) => ({
      name,
      kind: when === undefined ? kindName(kind) : `${kindName(kind)}, ${when}`,
    })),
    shown: shown && {
      name: shown.name,
      subject: shown.content.subject,
      text: frameSample(shown.content, siteUrl).text,
    },
  };
}

export const meta: Route.MetaFunction = (head) => metaOf(page, head);

export default function Previews({ loaderData }: Route.ComponentProps) {
  const { staff, letters, shown } = loaderData;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap desk letters">
        <Link to={pages.letters.path} className="back">
          {lettersTexts.back}
        </Link>
        <p className="soft">{lettersTexts.previewsLead}</p>
        <div className="previews">
          <nav aria-label={lettersTexts.kinds}>
            <ul>
              {letters.map(({ name, kind }) => (
                <li key={name}>
                  <Link
                    to={previewPath(name)}
                    aria-current={name === shown?.name ? "true" : undefined}
                    preventScrollReset
                  >
                    {kind}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {shown === undefined ? null : (
            <section aria-labelledby="subject">
              <h2 id="subject">{shown.subject}</h2>
              <EmailSummary
                subject={shown.subject}
                text={shown.text}
                documentPath={previewDocumentPath(shown.name)}
              />
            </section>
          )}
        </div>
      </main>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage page={page} error={error} />;
}
