import { ComparedPassage } from "#app/staff/word-diff/compared-passage.tsx";
import { recordTexts } from "./record.messages.ts";
import type { ChangesView, ComparedVersion } from "./record-view.server.ts";
import { ReplayFrame } from "./replay-frame.tsx";

/** Two versions of a page: the passages with their changed words, and both pages side by side. */
export function Changes({ changes }: { changes: ChangesView | undefined }) {
  return (
    <section aria-labelledby="changes">
      <header>
        <h2 id="changes">{recordTexts.changes}</h2>
        {changes === undefined ? null : (
          <p>
            {recordTexts.compared(
              changes.from.number,
              changes.to.number,
              changes.comparison.passages.length + changes.hidden,
            )}
          </p>
        )}
      </header>
      {changes === undefined ? (
        <p className="soft">{recordTexts.nothingBefore}</p>
      ) : (
        <Compared {...changes} />
      )}
    </section>
  );
}

function Compared({ from, to, comparison: { passages }, hidden }: ChangesView) {
  return (
    <>
      {passages.length === 0 ? <p className="soft">{recordTexts.sameWords}.</p> : null}
      <div className="passages">
        <VersionHead version={from} />
        <VersionHead version={to} />
        {passages.map((passage, index) => (
          <ComparedPassage passage={passage} key={index} />
        ))}
      </div>
      {hidden > 0 ? <p className="soft">{recordTexts.morePassages(hidden)}</p> : null}
      <details className="both">
        <summary>{recordTexts.sideBySide}</summary>
        <div>
          {[from, to].map(({ number, captured, replayPath }) => (
            <ReplayFrame
              path={replayPath}
              title={recordTexts.frame(recordTexts.version(number), captured)}
              key={number}
            />
          ))}
        </div>
      </details>
    </>
  );
}

function VersionHead({ version: { number, captured } }: { version: ComparedVersion }) {
  return (
    <div className="version-head">
      <h3>{recordTexts.version(number)}</h3>
      <p className="soft small">{captured}</p>
    </div>
  );
}
