import { emailsTexts } from "./emails.messages.ts";

/** What a letter says: as mail programs show it, in a frame that runs nothing, and as plain text. */
export function EmailSummary({
  subject,
  text,
  documentPath,
}: {
  subject: string;
  text: string;
  /** Undefined: it was written before letters had a look. */
  documentPath: string | undefined;
}) {
  return (
    <div className="words-of-letter">
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
