import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import { recordPath } from "#app/staff/paths/record-path.ts";
import { recordTexts } from "./record.messages.ts";
import type { ChangesView, ShownVersion, VersionList, VersionRow } from "./record-view.server.ts";

/** The versions of a page, newest first. Two of them can be compared. */
export function Versions({
  page,
  versions: { total, rows, hasNewer, olderThan },
  shown,
  changes,
}: {
  page: string;
  versions: VersionList;
  shown: ShownVersion | undefined;
  changes: ChangesView | undefined;
}) {
  if (total === 0) return null;
  const version = shown?.number;
  return (
    <section aria-labelledby="versions">
      <header>
        <h2 id="versions">{recordTexts.versions}</h2>
        <p>{recordTexts.total(total)}</p>
      </header>
      <Form method="get" action={`${pages.record.path}#changes`} preventScrollReset>
        <input type="hidden" name="page" value={page} />
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        <ol className="versions" key={`${changes?.from.number} ${changes?.to.number}`}>
          {rows.map((row) => (
            <Version page={page} row={row} key={row.number}>
              {total < 2 ? null : (
                <p className="compare">
                  <Choice name="from" number={row.number} isChosen={changes?.from.number === row.number} />
                  <Choice name="to" number={row.number} isChosen={changes?.to.number === row.number} />
                </p>
              )}
            </Version>
          ))}
        </ol>
        {total < 2 ? null : (
          <button type="submit" className="btn">
            {recordTexts.compare}
          </button>
        )}
      </Form>
      <p className="pager">
        {hasNewer ? (
          <Link to={recordPath({ page, version, before: total + 1 })}>{recordTexts.newer}</Link>
        ) : null}
        {olderThan === undefined ? null : (
          <Link to={recordPath({ page, version, before: olderThan })}>{recordTexts.older}</Link>
        )}
      </p>
    </section>
  );
}

function Version({
  page,
  row: { number, captured, reason, by, hash, change, isLive, isShown },
  children,
}: {
  page: string;
  row: VersionRow;
  children: ReactNode;
}) {
  return (
    <li aria-current={isShown ? "true" : undefined}>
      <p>
        <Link to={recordPath({ page, version: number })}>{recordTexts.version(number)}</Link>{" "}
        {isLive ? <span className="tag high">{recordTexts.tags.live}</span> : null}{" "}
        {isShown ? <span className="tag outline">{recordTexts.tags.shown}</span> : null}
      </p>
      <p className="soft small">{captured}</p>
      <p>{reason}</p>
      <p className="soft small">
        {`${change}. ${by}. `}
        <span className="line">{`SHA-256 ${hash}`}</span>
      </p>
      {children}
    </li>
  );
}

function Choice({ name, number, isChosen }: { name: "from" | "to"; number: number; isChosen: boolean }) {
  return (
    <label>
      <input type="radio" name={name} value={number} defaultChecked={isChosen} />
      {name === "from" ? recordTexts.old : recordTexts.current}
      <span className="unseen">{`, ${recordTexts.version(number)}`}</span>
    </label>
  );
}
