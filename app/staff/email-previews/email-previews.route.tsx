import { Link } from "react-router";
import type { Route } from "./+types/email-previews.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import { canViewLeads } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { createStaffMeta, ErrorPage } from "#app/staff/shell/error-page.tsx";
import { requireStaff } from "#app/staff/shell/require-staff.server.ts";
import { StaffHeader } from "#app/staff/shell/staff-header.tsx";
import { previewParameter, previewDocumentPath, previewPath } from "#app/staff/paths/email-paths.ts";
import { EmailSummary } from "#app/staff/email-document/email-summary.tsx";
import { emailsTexts } from "#app/staff/email/emails.messages.ts";
import { listSamples, renderSample } from "./email-samples.server.ts";
import "#app/staff/shell/staff-area.css";
import "#app/staff/email/emails.css";

const page = { ...pages.letters, title: emailsTexts.previews };

export async function loader({ context, request }: Route.LoaderArgs) {
  const { staff } = await requireStaff(servicesOf(context), request, canViewLeads);
  const { emails, siteUrl } = servicesOf(context);
  const samples = listSamples(emails);
  const requested = new URL(request.url).searchParams.get(previewParameter);
  const shown = samples.find(({ name }) => name === requested) ?? samples[0];
  return {
    staff,
    samples: samples.map(({ name, label }) => ({ name, label })),
    shown: shown && {
      name: shown.name,
      subject: shown.content.subject,
      text: renderSample(shown, siteUrl).text,
    },
  };
}

export const meta: Route.MetaFunction = (head) => createStaffMeta(page, head);

export default function Previews({ loaderData }: Route.ComponentProps) {
  const { staff, samples, shown } = loaderData;
  return (
    <>
      <StaffHeader title={page.title} staff={staff} />
      <main id="main" className="wrap staff-page letters">
        <Link to={pages.letters.path} className="back">
          {emailsTexts.back}
        </Link>
        <p className="soft">{emailsTexts.previewsLead}</p>
        <div className="previews">
          <nav aria-label={emailsTexts.kinds}>
            <ul>
              {samples.map(({ name, label }) => (
                <li key={name}>
                  <Link
                    to={previewPath(name)}
                    aria-current={name === shown?.name ? "true" : undefined}
                    preventScrollReset
                  >
                    {label}
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
