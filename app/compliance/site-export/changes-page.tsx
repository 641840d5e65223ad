import { shortDate } from "#app/platform/calendar/long-date.ts";
import { renderToStaticMarkup } from "react-dom/server";
import type { Passage, Piece } from "#app/compliance/archive/compare-texts.ts";
import { exactMomentIn, momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { describeAuthors } from "./entry-authors.ts";
import { ExportDocument, ExportTable } from "./export-document.tsx";
import { exportPages } from "./export-file.ts";
import { type ChainEntry, type ComparedChange, findRelease, type Version } from "./list-changes.ts";
import type { Period, PeriodDays } from "./period.server.ts";

type ComparedEntry = { entry: ChainEntry; changes: readonly ComparedChange[] };

export type ChangesFacts = {
  period: Period;
  /** All entries up to the end of the period. */
  chain: readonly ChainEntry[];
  /** The entry in force when the period began, and its pages and files. */
  inForce: ChainEntry | undefined;
  pagesInForce: readonly Version[];
  entries: readonly ComparedEntry[];
  /** The paths of the pages with a section in claims.html. */
  pagesWithClaims: ReadonlySet<string>;
  /** The file of each version by the hash of its bytes. */
  places: ReadonlyMap<string, string>;
};

/** The changes of a period, for reading in a browser without a server. */
export function renderChangesPage(facts: ChangesFacts): string {
  return `<!doctype html>${renderToStaticMarkup(<ChangesPage {...facts} />)}`;
}

/** “from Jan 1, 2026 to Mar 31, 2026” */
export function describeDays({ since, until }: PeriodDays): string {
  const name = (day: string): string => shortDate(day);
  return [
    since === undefined ? "from the first capture" : `from ${name(since)}`,
    until === undefined ? "until now" : `to ${name(until)}`,
  ].join(" ");
}

const time = (moment: Date): string => momentIn(practice.timeZone, moment);

function ChangesPage({
  period,
  chain,
  inForce,
  pagesInForce,
  entries,
  places,
  pagesWithClaims,
}: ChangesFacts) {
  const title = `${practice.firmName}: changes of the website ${describeDays(period)}`;
  const times = new Map(chain.map(({ position, recordedAt }) => [position, recordedAt]));
  return (
    <ExportDocument title={title}>
      <p>
        <a href={exportPages.index}>All pages at the end of this period</a>
      </p>
      <p>
        {entries.length === 0
          ? "The website did not change in this period."
          : `${countEntries(entries.length)} of the record, oldest first. Links lead to the bytes as they were sent.`}
        {period.isUnfinished
          ? ` The period was exported on ${time(period.endsAt)}, before its end. Later changes are not included.`
          : null}
      </p>
      {inForce === undefined ? (
        <p>The website was first captured in this period. What was published before is unknown.</p>
      ) : (
        <InForce
          entry={inForce}
          release={findRelease(chain, inForce)}
          versions={pagesInForce}
          times={times}
          places={places}
        />
      )}
      {entries.map((compared) => (
        <Entry
          {...compared}
          release={findRelease(chain, compared.entry)}
          places={places}
          pagesWithClaims={pagesWithClaims}
          key={compared.entry.position}
        />
      ))}
    </ExportDocument>
  );
}

function countEntries(count: number): string {
  return count === 1 ? "1 entry" : `${count} entries`;
}

type Places = { places: ChangesFacts["places"] };
type EntryInRelease = { entry: ChainEntry; release: ChainEntry };

function InForce({
  entry,
  release,
  versions,
  times,
  places,
}: Places & EntryInRelease & { versions: readonly Version[]; times: ReadonlyMap<number, Date> }) {
  return (
    <section>
      <h2>{`Published when the period began: entry ${entry.position}`}</h2>
      <EntryFacts entry={entry} release={release} />
      <ExportTable columns={["Page or file", "Address", "Unchanged since"]}>
        {versions.map((version) => (
          <tr key={version.path}>
            <th scope="row">
              <a href={places.get(version.contentHash)}>{version.title ?? "File"}</a>
            </th>
            <td>{version.path}</td>
            <td>{time(times.get(version.entry) ?? entry.recordedAt)}</td>
          </tr>
        ))}
      </ExportTable>
    </section>
  );
}

function Entry({
  entry,
  release,
  changes,
  places,
  pagesWithClaims,
}: Places & Pick<ChangesFacts, "pagesWithClaims"> & EntryInRelease & ComparedEntry) {
  const inWords = changes.filter(({ comparison }) => comparison !== undefined);
  const others = changes.filter(({ comparison }) => comparison === undefined);
  const pages = others.filter(({ title }) => title !== null);
  const files = others.filter(({ title }) => title === null);
  return (
    <section>
      <h2>{`Entry ${entry.position}: ${time(entry.recordedAt)}`}</h2>
      <EntryFacts entry={entry} release={release} />
      {changes.length === 0 ? <p>No page or file differs from the entry before.</p> : null}
      {inWords.map((change) => (
        <section key={change.path}>
          <h3>{`${change.title}, ${change.path}`}</h3>
          <p>
            {`${describeChange(change)} `}
            <Links change={change} places={places} />{" "}
            {pagesWithClaims.has(change.path) ? (
              <a href={`${exportPages.claims}#${change.path}`}>Claims and evidence</a>
            ) : null}
          </p>
          <Words passages={change.comparison?.passages ?? []} />
        </section>
      ))}
      {pages.length === 0 ? null : <ChangeList name="Other pages" changes={pages} places={places} isOpen />}
      {files.length === 0 ? null : <ChangeList name="Files" changes={files} places={places} />}
    </section>
  );
}

/** Changes without words to compare. A new build can change many files, so their list can be closed. */
function ChangeList({
  name,
  changes,
  places,
  isOpen = false,
}: Places & { name: string; changes: readonly ComparedChange[]; isOpen?: boolean }) {
  return (
    <details open={isOpen}>
      <summary>{`${name}: ${changes.length}`}</summary>
      <ul>
        {changes.map((change) => (
          <li key={change.path}>
            {`${change.title === null ? "" : `${change.title}, `}${change.path}: ${describeChange(change)} `}
            <Links change={change} places={places} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function EntryFacts({ entry, release }: EntryInRelease) {
  const { kind, recordedAt, reason, build, hash } = entry;
  const { author, approver } = describeAuthors(entry, release);
  const rows = [
    ["Kind", kind === "release" ? "Release" : `Change within the release of entry ${release.position}`],
    ["Recorded", exactMomentIn(practice.timeZone, recordedAt)],
    ["Author", author],
    ["Approver", approver],
    ["Reason", reason],
    ...(build === null ? [] : [["Build", build]]),
    ["SHA-256 of the entry", hash],
  ];
  return (
    <table>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeChange({ before, after, title, comparison }: ComparedChange): string {
  const kind = title === null ? "file" : "page";
  if (before === undefined) return `New ${kind}.`;
  if (after === undefined) return `The ${kind} was removed.`;
  if (comparison !== undefined) {
    return `Words added: ${comparison.added}. Words removed: ${comparison.removed}.`;
  }
  if (before.contentHash === after.contentHash) return "Only the status or the headers changed.";
  return title === null ? "The content changed." : "The code of the page changed, and its words did not.";
}

function Links({ change: { before, after }, places }: Places & { change: ComparedChange }) {
  const isChanged = before !== undefined && after !== undefined;
  return (
    <>
      {before === undefined ? null : (
        <a href={places.get(before.contentHash)}>{isChanged ? "Before" : "Last version"}</a>
      )}{" "}
      {after === undefined ? null : (
        <a href={places.get(after.contentHash)}>{isChanged ? "After" : "First version"}</a>
      )}
    </>
  );
}

function Words({ passages }: { passages: readonly Passage[] }) {
  if (passages.length === 0) return null;
  return (
    <table className="words">
      <thead>
        <tr>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {passages.map(({ before, after }, index) => (
          <tr key={index}>
            <td>
              <Pieces pieces={before} as="del" />
            </td>
            <td>
              <Pieces pieces={after} as="ins" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Pieces({ pieces, as: Mark }: { pieces: readonly Piece[]; as: "del" | "ins" }) {
  return pieces.map(({ text, isChanged }, index) => (isChanged ? <Mark key={index}>{text}</Mark> : text));
}
