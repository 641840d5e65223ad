import type { KeyFigure } from "#content/document-schema.ts";
import "./key-figures.css";

/** A few figures in a row, each with a label above and an explanation below. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className="key-figures">
      {figures.map(({ term, figure, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            <b className="num">{`${figure} `}</b>
            {note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
