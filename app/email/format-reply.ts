const maxReplyLength = 500;

/**
 * A reply of a mail server as it is stored and displayed: one line of at most 500 characters. Long parts of URLs are masked, because a reply
 * can quote the email with the keys of its private links.
 */
export function formatReply(text: string): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/([/=])[\w-]{22,}(?:\.[\w-]+)*/g, "$1…")
    .trim()
    .slice(0, maxReplyLength);
}
