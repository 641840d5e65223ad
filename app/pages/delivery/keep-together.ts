import { wordJoiner } from "#app/platform/text/word-joiner.ts";

/**
 * A space within a part of a legal citation, a numbered part of a document, an address, a date, a count of months or minutes, an amount in
 * millions, a phone number or a kind of corporation, around an equals sign, or before a middle dot. React separates adjacent texts by an
 * empty comment.
 */
const spaces =
  / (?:(?=[=·] )|(?<= = )|(?<=\b[CS] )(?=corporation|election)|(?<=\(\d{3}\) )(?=\d{3}-)|(?<=\d )(?=(?:months|min)\b)|(?<=\d min )(?=read\b)|(?<=\$[\d.]+ )(?=million\b)|(?<=\b(?:January|February|March|April|May|June|July|August|September|October|November|December) )(?=\d{1,2}\b)|(?<=(?:§|§§|\b(?:Item|Items|Part|Suite|Form|Rul\.|Proc\.|L\.)) )(?=(?:<!-- -->)?\d)|(?<=\b\d{1,5} )(?=[A-Z]\w+ (?:Street|Avenue|Road|Lane|Drive|Blvd)\b)|(?<=\b\d\d )(?=[UC]\.[SF]\.[CR]\.|CFR )|(?<=\bPub\. )(?=L\. )|(?<=\bRev\. )(?=Rul\.|Proc\.)|(?<=\bForm )(?=ADV |CRS))/g;

/**
 * The place after the dash of a range of percentages, after a minus sign, and after the hyphen of a compound that begins with a number or a
 * short word, such as “five-year”. A tag must follow such a compound, so that none in an attribute is changed. None in an address is changed
 * either, because people copy addresses.
 */
const hyphens =
  /(?<=\d–)(?=\d+%)|(?<=−)(?=\$)|(?<=(?<![/.@\w-])(?:\d+|non|one|two|three|four|five|six|seven|eight|nine|ten|long|short|step|drag|tag)-)(?=[a-z]+(?![-.@/]?\w)[^<>]*<)/g;

/** The properties of an island, and a form. React compares them with what it renders when it hydrates them. */
const hydrated = /(<div data-island=[^>]*>|<form\b.*?<\/form>)/s;

/**
 * Makes the spaces in citations, addresses, dates and other fixed expressions non-breaking, and joins ranges of percentages and short
 * compounds, so that no line ends within them.
 * @example keepTogether("<body>26 U.S.C. § 1374, Suite 210") // "<body>26\u00a0U.S.C. §\u00a01374, Suite\u00a0210"
 */
export function keepTogether(html: string): string {
  const body = html.indexOf("<body");
  if (body === -1) return html;
  // The head has metadata and structured data, which programs compare with other sources.
  const parts = html.slice(body).split(hydrated);
  return (
    html.slice(0, body) +
    parts
      .map((part, index) =>
        index % 2 === 0 ? part.replaceAll(spaces, "\u00a0").replaceAll(hyphens, wordJoiner) : part,
      )
      .join("")
  );
}
