/**
 * A second-level heading that reads across the sheet: a numeral in the margin, the sentence in the text. One heading
 * element, so that "5" and "things have to be right" are heard as one sentence.
 * @example <NumeralHeading numeral="5" lines={["things have to be right,", "because you will do this once."]} />
 */
export function NumeralHeading({
  numeral,
  lines,
  wide = false,
}: {
  numeral?: string;
  lines: readonly string[];
  /** Smaller numerals, for those of three characters and more. */
  wide?: boolean;
}) {
  return (
    <h2>
      {numeral === undefined ? null : <span className={wide ? "count wide" : "count"}>{`${numeral} `}</span>}
      <span>
        <Lines lines={lines} />
      </span>
    </h2>
  );
}

/** Lines that break where the writer broke them, and read as one sentence all the same. */
export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <span className="line" key={line}>{`${line} `}</span>);
}
