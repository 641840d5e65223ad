/** A pattern that the language guide rejects, and what to write instead. */
export type Rejected = { pattern: RegExp; instead: string };

/**
 * Wording that readers found hard to understand. The patterns match text in comments, strings, documents and identifiers. The search is
 * limited to patterns with few legitimate uses; a sentence can be bad without matching any of them.
 */
export const rejectedWording: readonly Rejected[] = [
  { pattern: /\b(?:who|what|which|where|whom)ever\b/i, instead: "name the subject or the condition" },
  // In quotes or as a key, "nobody" is an actor kind that the audit log stores.
  {
    pattern: /(?<!["'])\bnobody\b(?!["':])|\bsomebody\b|\beverybody\b/i,
    instead: "name the person or the role",
  },
  { pattern: /\banew\b/i, instead: "again, or a verb with re-" },
  { pattern: /\bnone of ours\b|\bof one's own\b|\bof ours\b/i, instead: "our, own, unrecognized" },
  { pattern: /\bwhat came of\b|\bpast its time\b|\bpast their time\b/i, instead: "result; expired" },
  { pattern: /\bby (?:it|them)sel(?:f|ves)\b/i, instead: "automatically" },
  { pattern: /\bat once\b/i, instead: "immediately, or at the same time" },
  { pattern: /\bso (?:often|long as)\b|\bas far as\b/i, instead: "a number, while, if" },
  { pattern: /\b(?:is|are) to be\b/i, instead: "must be, or an active verb" },
  { pattern: /\bin hand\b|\bin the hand\b|\bsign of life\b/i, instead: "in flight; heartbeat" },
  { pattern: /\bpostm(?:a|e)n\b/i, instead: "mail worker" },
  { pattern: /\b(?:leave|leaves|left) the house\b|\bthe house\b/i, instead: "send; the firm" },
  { pattern: /\bledger\b|\blist frame\b/i, instead: "data table; list page" },
  { pattern: /\bthe desk\b/i, instead: "staff area" },
  { pattern: /\blet(?:s)? in\b|\blet go\b/i, instead: "sign in, permit; delete" },
  { pattern: /\bmost[A-Z]\w+/, instead: "an identifier that starts with max" },
  { pattern: /\be-mail/i, instead: "email" },
  { pattern: /\btelephone\b(?![:=])/i, instead: "phone" },
];

/**
 * Files whose wording has not been edited yet. Edit a file, then remove its entry. A test fails for an entry without findings, so the list
 * only shrinks.
 */
export const pendingFiles: readonly string[] = [];
