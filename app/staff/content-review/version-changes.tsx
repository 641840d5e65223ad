import { Link } from "react-router";
import { After, Before } from "#app/staff/word-diff/compared-passage.tsx";
import { changesTexts, releaseTexts } from "./review.messages.ts";
import type { DocumentChanges } from "./release-view.server.ts";
import type { ComparisonView, HistoryEntry } from "./version-view.server.ts";

/** The changed fields of two versions, with the changed words marked. */
export function VersionChanges({ comparison }: { comparison: ComparisonView }) {
  const { from, to, fields, count } = comparison;
  return (
    <section aria-labelledby="changes">
      <header>
        <h2 id="changes">{changesTexts.heading}</h2>
        <p className="soft small">
          {count === 0 ? changesTexts.none : changesTexts.compared(from.title, to.title, count)}
        </p>
      </header>
      {count === 0 ? null : (
        <div className="passages">
          {[from, to].map(({ title, about }) => (
            <div className="version-head" key={title}>
              <h3>{title}</h3>
              <p className="soft small">{about}</p>
            </div>
          ))}
          {fields.map(({ path, label, before, after }) => (
            <FieldPair label={label} before={before} after={after} key={path} />
          ))}
        </div>
      )}
      {count > fields.length ? <p className="soft">{changesTexts.more(count - fields.length)}</p> : null}
    </section>
  );
}

function FieldPair({ label, before, after }: Omit<ComparisonView["fields"][number], "path">) {
  return (
    <>
      <div>
        <p className="soft small">{label}</p>
        <p className="passage">
          <Before pieces={before} />
        </p>
      </div>
      <div>
        <p className="soft small">{label}</p>
        <p className="passage">
          <After pieces={after} />
        </p>
      </div>
    </>
  );
}

/** The changed fields of several documents, each of which can be opened. */
export function DocumentComparisons({ changes }: { changes: readonly DocumentChanges[] }) {
  return changes.map(({ title, fields, count }) => (
    <details className="comparison" key={title} open={changes.length === 1}>
      <summary>{releaseTexts.document(title, count)}</summary>
      <div className="passages">
        {fields.map(({ path, label, before, after }) => (
          <FieldPair label={label} before={before} after={after} key={path} />
        ))}
      </div>
      {count > fields.length ? <p className="soft">{changesTexts.more(count - fields.length)}</p> : null}
    </details>
  ));
}

/** Finished changes, the newest first. */
export function History({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <section aria-labelledby="history">
      <h2 id="history">{changesTexts.history}</h2>
      {entries.length === 0 ? <p className="soft">{changesTexts.noHistory}</p> : null}
      <ol className="content-history">
        {entries.map(({ id, what, at, facts, reason, path, words }) => (
          <li key={id}>
            <p>
              <b>{what}</b> <span className="soft small">{at}</span>
            </p>
            {reason === "" ? null : <p>{reason}</p>}
            <p className="soft small">{facts.join(" ")}</p>
            {words === undefined && path !== undefined ? <Link to={path}>{changesTexts.show}</Link> : null}
            {words === undefined ? null : (
              <DocumentComparisons changes={[{ title: changesTexts.heading, ...words }]} />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
