import "./key-figures.css";

type KeyFigure = { label: string; figure: string; text: string };

/** A few figures in a row, each with a label above and an explanation below. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className="key-figures">
      {figures.map(({ label, figure, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b className="num">{`${figure} `}</b>
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
