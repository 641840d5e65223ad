import "./years-line.css";

type Station = { when: string; what: string };

/** A timeline, marked up as a list. The last entry is highlighted. */
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
