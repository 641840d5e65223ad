import { renderToStaticMarkup } from "react-dom/server";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** A sent email in the list of an export. */
export type ListedEmail = {
  recipient: string;
  subject: string;
  /** The name of its kind in the staff area. */
  kind: string;
  sentAt: Date;
  /** “Accepted by the mail server”, or why it was returned. */
  result: string;
  /** Names of files in the same folder. Undefined if the email was sent as text alone. */
  htmlFile: string | undefined;
  textFile: string;
};

/** The sent emails, for reading in a browser without a server. */
export function renderEmailsPage(emails: readonly ListedEmail[]): string {
  return `<!doctype html>${renderToStaticMarkup(<EmailsPage emails={emails} />)}`;
}

function EmailsPage({ emails }: { emails: readonly ListedEmail[] }) {
  return (
    <ExportDocument title={`${practice.firmName}: sent emails`}>
      <p>
        <a href="../index.html">All pages of this export</a>
      </p>
      <p>
        {`${emails.length === 1 ? "1 email" : `${emails.length} emails`} that a mail server accepted on the chosen days, oldest first. The keys of private links are removed. Emails that were not sent and emails about staff accounts are not included.`}
      </p>
      <ExportTable columns={["Sent", "Recipient", "Email", "Result"]}>
        {emails.map(({ sentAt, recipient, subject, kind, result, htmlFile, textFile }) => (
          <tr key={textFile}>
            <td>{momentIn(practice.timeZone, sentAt)}</td>
            <td>{recipient}</td>
            <td>
              <a href={htmlFile ?? textFile}>{subject}</a>
              {htmlFile === undefined ? null : (
                <>
                  {", "}
                  <a href={textFile}>as text</a>
                </>
              )}
              <br />
              {kind}
            </td>
            <td>{result}</td>
          </tr>
        ))}
      </ExportTable>
    </ExportDocument>
  );
}
