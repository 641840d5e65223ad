import "./years-line.css";

type Station = { when: string; what: string };

/** A line of time with its stations, the last one marked: a list, drawn. */
export function YearsLine({ caption, items }: { caption: string; items: readonly Station[] }) {
  return (
    <figure>
      <p className="caption">{caption}</p>
      <ol className="years-line">
        {items.map(({ when, what }) => (
          <li key={when}>
            <b>{when}</b>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
