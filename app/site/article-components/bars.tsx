import "./bars.css";

type Bar = { label: string; value: number; shown: string };

/** Bars on one scale that starts at zero. They are decorative, because the labels and figures are beside them. */
export function Bars({ caption, note, items }: { caption: string; note?: string; items: readonly Bar[] }) {
  const longest = Math.max(...items.map(({ value }) => value));
  return (
    <figure>
      <p className="caption">{caption}</p>
      <ul className="bars">
        {items.map(({ label, value, shown }) => (
          <li key={label}>
            <span>{label}</span>
            <b className="num">{shown}</b>
            <svg aria-hidden="true">
              <rect width={`${Math.round((value / longest) * 1000) / 10}%`} height="100%" />
            </svg>
          </li>
        ))}
      </ul>
      {note === undefined ? null : <figcaption>{note}</figcaption>}
    </figure>
  );
}
