/** A space within a legal citation, a numbered part of a document or an address. React separates adjacent texts by an empty comment. */
const spaces =
  / (?:(?<=(?:§|§§|\b(?:Item|Items|Part|Suite|Form|Rul\.|Proc\.|L\.)) )(?=(?:<!-- -->)?\d)|(?<=\b\d\d )(?=[UC]\.[SF]\.[CR]\.)|(?<=\b[UC]\.[SF]\.[CR]\. )(?=§)|(?<=\bPub\. )(?=L\. )|(?<=\bRev\. )(?=Rul\.|Proc\.)|(?<=\bForm )(?=ADV |CRS))/g;

/**
 * Makes the spaces in citations and addresses non-breaking, so that no line ends within them.
 * @example keepTogether("<body>26 U.S.C. § 1374, Suite 210") // "<body>26\u00a0U.S.C.\u00a0§\u00a01374, Suite\u00a0210"
 */
export function keepTogether(html: string): string {
  const body = html.indexOf("<body");
  if (body === -1) return html;
  // The head has metadata and structured data, which programs compare with other sources.
  return html.slice(0, body) + html.slice(body).replaceAll(spaces, "\u00a0");
}
