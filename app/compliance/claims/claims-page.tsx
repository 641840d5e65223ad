import { shortDate } from "#app/platform/calendar/long-date.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import { exportPages } from "#app/compliance/site-export/export-file.ts";
import type { ClaimDecisionsTable, ClaimKind } from "#app/data/schema/claims.ts";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { claimKindNames, claimStatusNames } from "./claim-status.messages.ts";
import type { StatusOnSite } from "./claim-status-on.ts";

type ExportedStatus = StatusOnSite | "gone";

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
  /** At the time of the exported pages. `gone`: only earlier pages of an exported period contain it. */
  status: ExportedStatus;
  /** All until the export, in the order in which they were made. */
  decisions: readonly ExportedDecision[];
};

/** An evidence file in the export. */
export type ExportedEvidence = { name: string; path: string };

type Facts = {
  /** By the hashes of their bytes. */
  files: ReadonlyMap<string, ExportedEvidence>;
  /** The time of the exported pages, which is the end of an exported period. */
  at: Date;
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

export type ClaimsFacts = Facts & {
  claims: readonly ExportedClaim[];
  sections: readonly ClaimSection[];
  exportedAt: Date;
};

function ClaimsPage({ claims, sections, files, at, exportedAt }: ClaimsFacts) {
  return (
    <ExportDocument title={`${practice.firmName}: claims and their evidence`}>
      <p>
        <a href={exportPages.index}>All pages of this export</a>
      </p>
      <p>
        {`${countClaims(claims.length)} with a figure, a credential or a superlative on the exported pages, each with its status on ${formatTime(at)}, and its history: every decision of the firm about it until ${formatTime(exportedAt)}. A decision applies from its time until the next one. Evidence is valid through the day on which it expires. Before its first decision, a claim was undecided, unless the page named its source.`}
      </p>
      <h2>{`Status on ${formatTime(at)}`}</h2>
      <Counts claims={claims} />
      <h2>Pages</h2>
      <ul>
        {sections.map(({ id, title, claims: { length }, elsewhere }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            {`: ${countClaims(length + elsewhere)}`}
          </li>
        ))}
      </ul>
      {sections.map((section) => (
        <section key={section.id}>
          <h2 id={section.id}>{section.title}</h2>
          {section.elsewhere === 0 ? null : (
            <p>
              <a href={`#${sharedSection.id}`}>
                {`${countClaims(section.elsewhere)} of this page on ${minSharedPages} or more pages`}
              </a>
            </p>
          )}
          <ExportTable columns={["Claim", "Evidence"]}>
            {section.claims.map((claim) => (
              <ClaimRow
                claim={claim}
                page={section.id}
                files={files}
                at={at}
                key={`${claim.figure} ${claim.sentence}`}
              />
            ))}
          </ExportTable>
        </section>
      ))}
    </ExportDocument>
  );
}

function countClaims(count: number): string {
  return count === 1 ? "1 claim" : `${count} claims`;
}

function Counts({ claims }: { claims: readonly ExportedClaim[] }) {
  const counts = Map.groupBy(claims, ({ status }) => status);
  const removed = counts.get("gone")?.length ?? 0;
  return (
    <ul>
      {statuses.map((status) => (
        <li key={status}>{`${claimStatusNames[status]}: ${counts.get(status)?.length ?? 0}`}</li>
      ))}
      {removed === 0 ? null : <li>{`${claimStatusNames.gone}: ${removed}`}</li>}
    </ul>
  );
}

const statuses = [
  "bound",
  "expiring",
  "expired",
  "waived",
  "sourced",
  "undecided",
] as const satisfies StatusOnSite[];

function ClaimRow({ claim, page, ...facts }: Facts & { claim: ExportedClaim; page: string }) {
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
        <History claim={claim} {...facts} />
      </td>
    </tr>
  );
}

/** The status at the time of the exported pages, and what supported the claim at any other time. */
function History({ claim: { source, status, decisions }, files, at }: Facts & { claim: ExportedClaim }) {
  return (
    <>
      <p>
        <strong>{claimStatusNames[status]}</strong>
      </p>
      {source === null ? null : <p>{`The page names its source: ${source}`}</p>}
      {decisions.map((decision) => (
        <Decision {...decision} files={files} at={at} key={decision.decidedAt.toISOString()} />
      ))}
    </>
  );
}

function Decision({
  evidenceUrl,
  evidenceNote,
  evidenceFile,
  asOf,
  expiresOn,
  reason,
  files,
  at,
  ...made
}: Facts & ExportedDecision) {
  const file = evidenceFile === null ? undefined : files.get(evidenceFile);
  const days = [
    asOf === null ? undefined : `as of ${shortDate(asOf)}`,
    expiresOn === null ? undefined : `expires ${shortDate(expiresOn)}`,
  ].filter((day) => day !== undefined);
  return (
    <p>
      {describeDecision(made, at)}
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
    </p>
  );
}

function describeDecision(
  { decision, decidedAt, decidedBy }: Pick<ExportedDecision, "decision" | "decidedAt" | "decidedBy">,
  at: Date,
): string {
  const time = formatTime(decidedAt) + (decidedAt > at ? ", after the time of these pages" : "");
  return `${time}: ${decision === "waived" ? "Waived" : "Evidence attached"} by ${decidedBy}`;
}

function formatTime(at: Date): string {
  return momentIn(practice.timeZone, at);
}
