import "./contents.css";

type Headed = { id: string; heading: string; sections?: readonly Headed[] | undefined };

/** Links to the sections of a page and to their parts. On phones, they are closed, so that the text is on the first screen. */
export function Contents({
  label = "On this page",
  sections,
  isPrinted = false,
}: {
  label?: string;
  sections: readonly Headed[];
  isPrinted?: boolean;
}) {
  return (
    <nav aria-label="Contents" className={isPrinted ? "contents" : "contents screen-only"}>
      {/* In place of the summary on wide screens. */}
      <p className="contents-label">{label}</p>
      <details>
        <summary>
          {label}
          <svg viewBox="0 0 12 8" aria-hidden="true">
            <path d="m1 1.5 5 5 5-5" />
          </svg>
        </summary>
        <ContentsList sections={sections} />
      </details>
    </nav>
  );
}

function ContentsList({ sections }: { sections: readonly Headed[] }) {
  return (
    <ol>
      {sections.map(({ id, heading, sections: parts }) => (
        <li key={id}>
          <a href={`#${id}`}>{heading}</a>
          {parts === undefined ? null : <ContentsList sections={parts} />}
        </li>
      ))}
    </ol>
  );
}
