import { documentTexts } from "./email-summary.messages.ts";
import "./email-summary.css";

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
          <figcaption>{documentTexts.asShown}</figcaption>
          <iframe
            src={documentPath}
            title={`${documentTexts.asShown}: ${subject}`}
            sandbox=""
            loading="lazy"
          />
        </figure>
      )}
      <figure>
        <figcaption>{documentTexts.asText}</figcaption>
        <pre tabIndex={0} role="region" aria-label={`${documentTexts.asText}: ${subject}`}>
          {text}
        </pre>
      </figure>
    </div>
  );
}
