import { emailsTexts } from "./emails.messages.ts";

/** The content of an email: as mail programs display it, in a sandboxed frame, and as plain text. */
export function EmailSummary({
  subject,
  text,
  documentPath,
}: {
  subject: string;
  text: string;
  /** Undefined for emails of an earlier release, which had no HTML version. */
  documentPath: string | undefined;
}) {
  return (
    <div className="email-content">
      {documentPath === undefined ? null : (
        <figure>
          <figcaption>{emailsTexts.asShown}</figcaption>
          <iframe src={documentPath} title={`${emailsTexts.asShown}: ${subject}`} sandbox="" loading="lazy" />
        </figure>
      )}
      <figure>
        <figcaption>{emailsTexts.asText}</figcaption>
        <pre tabIndex={0} role="region" aria-label={`${emailsTexts.asText}: ${subject}`}>
          {text}
        </pre>
      </figure>
    </div>
  );
}
