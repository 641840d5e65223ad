import { renderToStaticMarkup } from "react-dom/server";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import { exportPages } from "#app/compliance/site-export/export-file.ts";
import type { ClaimDecisionsTable, ClaimKind } from "#app/data/schema/claims.ts";
import { dayIn } from "#app/platform/calendar/day-in.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { claimKindNames } from "./claim-status.messages.ts";

type ExportedDecision = Omit<ClaimDecisionsTable, "claimId" | "revision">;

/** A claim of the exported pages. */
export type ExportedClaim = {
  kind: ClaimKind;
  figure: string;
  sentence: string;
  pages: readonly string[];
  /** The pages that contain it at the end of the exported period. */
  currentPages: readonly string[];
  /** The source that the site itself names. */
  source: string | null;
  /** In the order in which they were made. */
  decisions: readonly ExportedDecision[];
};

/** An evidence file in the export. */
export type ExportedEvidence = { name: string; path: string };

type Files = {
  /** By the hashes of their bytes. */
  files: ReadonlyMap<string, ExportedEvidence>;
};

/** A section of claims.html, which links lead to. */
type ClaimSection = {
  id: string;
  title: string;
  claims: readonly ExportedClaim[];
  /** The number of claims of the page that another section lists. */
  elsewhere: number;
};

/** Claims on at least this many pages, such as those in the footer, are listed once. */
const minSharedPages = 5;

const sharedSection = { id: "several", title: `On ${minSharedPages} or more pages`, elsewhere: 0 };

/** The claims of each page, with its path as the id, after those on many pages. */
export function groupClaims(claims: readonly ExportedClaim[]): ClaimSection[] {
  const shared = claims.filter(({ pages }) => pages.length >= minSharedPages);
  const paths = [...new Set(claims.flatMap(({ pages }) => pages))].toSorted();
  const sections = paths.map((path) => {
    const ofPage = claims.filter(({ pages }) => pages.includes(path));
    const own = ofPage.filter(({ pages }) => pages.length < minSharedPages);
    return { id: path, title: path, claims: own, elsewhere: ofPage.length - own.length };
  });
  return shared.length === 0 ? sections : [{ ...sharedSection, claims: shared }, ...sections];
}

/** The claims with their evidence, for reading in a browser without a server. */
export function renderClaimsPage(facts: ClaimsFacts): string {
  return `<!doctype html>${renderToStaticMarkup(<ClaimsPage {...facts} />)}`;
}

export type ClaimsFacts = Files & {
  claims: readonly ExportedClaim[];
  sections: readonly ClaimSection[];
  exportedAt: Date;
};

function ClaimsPage({ claims, sections, files, exportedAt }: ClaimsFacts) {
  return (
    <ExportDocument title={`${practice.firmName}: statements of fact and their evidence`}>
      <p>
        <a href={exportPages.index}>All pages of this export</a>
      </p>
      <p>
        {`${countStatements(claims.length)} with a figure, a credential or a superlative on the exported pages, with everything that the firm had decided about them until ${momentIn(practice.timeZone, exportedAt)}.`}
      </p>
      <Counts
        claims={claims.filter(({ currentPages }) => currentPages.length > 0)}
        removed={claims.filter(({ currentPages }) => currentPages.length === 0).length}
        today={dayIn(practice.timeZone, exportedAt)}
      />
      <h2>Pages</h2>
      <ul>
        {sections.map(({ id, title, claims: { length }, elsewhere }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            {`: ${countStatements(length + elsewhere)}`}
          </li>
        ))}
      </ul>
      {sections.map((section) => (
        <section key={section.id}>
          <h2 id={section.id}>{section.title}</h2>
          {section.elsewhere === 0 ? null : (
            <p>
              <a href={`#${sharedSection.id}`}>
                {`${countStatements(section.elsewhere)} of this page on ${minSharedPages} or more pages`}
              </a>
            </p>
          )}
          <ExportTable columns={["Statement", "Evidence"]}>
            {section.claims.map((claim) => (
              <ClaimRow
                claim={claim}
                page={section.id}
                files={files}
                key={`${claim.figure} ${claim.sentence}`}
              />
            ))}
          </ExportTable>
        </section>
      ))}
    </ExportDocument>
  );
}

function countStatements(count: number): string {
  return count === 1 ? "1 statement" : `${count} statements`;
}

/** @param props.today the day of the export, like 2026-03-31 */
function Counts({
  claims,
  removed,
  today,
}: {
  claims: readonly ExportedClaim[];
  removed: number;
  today: string;
}) {
  const counts = Map.groupBy(claims, (claim) => findStatus(claim, today));
  return (
    <ul>
      {statuses.map((status) => (
        <li key={status}>{`${status}: ${counts.get(status)?.length ?? 0}`}</li>
      ))}
      {removed === 0 ? null : <li>{`No longer on the site at the end of the period: ${removed}`}</li>}
    </ul>
  );
}

const statuses = [
  "With evidence",
  "With evidence that has expired",
  "Waived, with a reason",
  "With a source on the page",
  "Undecided",
] as const;

function findStatus({ decisions, source }: ExportedClaim, today: string): (typeof statuses)[number] {
  const latest = decisions.at(-1);
  if (latest === undefined) return source === null ? "Undecided" : "With a source on the page";
  if (latest.decision === "waived") return "Waived, with a reason";
  return (latest.expiresOn ?? today) < today ? "With evidence that has expired" : "With evidence";
}

function ClaimRow({ claim, page, files }: Files & { claim: ExportedClaim; page: string }) {
  const { kind, figure, sentence } = claim;
  const others = claim.pages.filter((path) => path !== page);
  const isRemoved =
    page === sharedSection.id ? claim.currentPages.length === 0 : !claim.currentPages.includes(page);
  return (
    <tr>
      <th scope="row">
        {`${claimKindNames[kind]}: ${figure}`}
        <br />
        <q>{sentence}</q>
        {isRemoved ? (
          <>
            <br />
            <strong>No longer here at the end of the period</strong>
          </>
        ) : null}
        {others.length === 0 ? null : (
          <>
            <br />
            <small>{`${others.length === claim.pages.length ? "On" : "Also on"} ${others.join(", ")}`}</small>
          </>
        )}
      </th>
      <td>
        <Evidence claim={claim} files={files} />
      </td>
    </tr>
  );
}

function Evidence({ claim: { source, decisions }, files }: Files & { claim: ExportedClaim }) {
  if (decisions.length === 0) {
    return source === null ? "Undecided" : `The page names its source: ${source}`;
  }
  return decisions.map((decision) => (
    <Decision {...decision} files={files} key={decision.decidedAt.toISOString()} />
  ));
}

function Decision({
  decision,
  evidenceUrl,
  evidenceNote,
  evidenceFile,
  asOf,
  expiresOn,
  reason,
  files,
  ...made
}: Files & ExportedDecision) {
  const file = evidenceFile === null ? undefined : files.get(evidenceFile);
  const days = [
    asOf === null ? undefined : `as of ${formatDay(asOf)}`,
    expiresOn === null ? undefined : `expires ${formatDay(expiresOn)}`,
  ].filter((day) => day !== undefined);
  return (
    <p>
      {decision === "waived" ? "Waived" : "Evidence"}
      {file === undefined ? null : (
        <>
          {": "}
          <a href={file.path}>{file.name}</a>
        </>
      )}
      {evidenceUrl === null ? null : (
        <>
          {": "}
          <a href={evidenceUrl}>{evidenceUrl}</a>
        </>
      )}
      {evidenceNote === null ? null : `: ${evidenceNote}`}
      {days.length === 0 ? null : ` (${days.join(", ")})`}
      {reason === null ? null : `. Reason: ${reason}`}
      {`. ${made.decidedBy}, ${momentIn(practice.timeZone, made.decidedAt)}`}
    </p>
  );
}

function formatDay(day: string): string {
  return shortDayIn("UTC", new Date(`${day}T12:00:00Z`));
}
