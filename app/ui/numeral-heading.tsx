/**
 * A second-level heading with a numeral in the margin. It is one heading element, so that screen readers read the numeral and the words as
 * one sentence.
 * @example <NumeralHeading numeral="5" lines={["things to get right", "before you sell"]} />
 */
export function NumeralHeading({
  numeral,
  lines,
  wide = false,
}: {
  numeral?: string;
  lines: readonly string[];
  /** Uses a smaller size for numerals of three or more characters. */
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

/** Lines with fixed breaks, which screen readers read as one sentence. */
export function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 1) return lines[0];
  return lines.map((line) => <span className="line" key={line}>{`${line} `}</span>);
}
