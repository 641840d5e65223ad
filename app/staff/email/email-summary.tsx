import { lettersTexts } from "./emails.messages.ts";

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
          <figcaption>{lettersTexts.asShown}</figcaption>
          <iframe
            src={documentPath}
            title={`${lettersTexts.asShown}: ${subject}`}
            sandbox=""
            loading="lazy"
          />
        </figure>
      )}
      <figure>
        <figcaption>{lettersTexts.asText}</figcaption>
        <pre tabIndex={0} role="region" aria-label={`${lettersTexts.asText}: ${subject}`}>
          {text}
        </pre>
      </figure>
    </div>
  );
}
