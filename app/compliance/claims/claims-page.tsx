import { renderToStaticMarkup } from "react-dom/server";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import { exportPages } from "#app/compliance/site-export/export-file.ts";
import type { ClaimDecisionsTable, ClaimKind } from "#app/data/schema/claims.ts";
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
  /** The source that the site itself names. */
  source: string | null;
  /** In the order in which they were made. */
  decisions: readonly ExportedDecision[];
};

/** A stored file of evidence in the export. */
export type ExportedEvidence = { name: string; place: string };

type Files = {
  /** By the hashes of their bytes. */
  files: ReadonlyMap<string, ExportedEvidence>;
};

/** A part of the page of claims, which a link with its id leads to. */
type ClaimSection = { id: string; title: string; claims: readonly ExportedClaim[] };

/** A claim on as many pages is listed once for all of them, such as one in the footer. */
const manyPages = 5;

const sharedSection = { id: "several", title: `On ${manyPages} or more pages` };

/** The claims of each page, with its path as the id, after those on many pages. */
export function groupClaims(claims: readonly ExportedClaim[]): ClaimSection[] {
  const shared = claims.filter(({ pages }) => pages.length >= manyPages);
  const others = claims.filter(({ pages }) => pages.length < manyPages);
  const paths = [...new Set(others.flatMap(({ pages }) => pages))].toSorted();
  const sections = paths.map((path) => ({
    id: path,
    title: path,
    claims: others.filter(({ pages }) => pages.includes(path)),
  }));
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
        {`${claims.length} statements with a figure, a credential or a superlative on the exported pages, with everything that the firm had decided about them until ${momentIn(practice.timeZone, exportedAt)}.`}
      </p>
      <Counts claims={claims} />
      <h2>Pages</h2>
      <ul>
        {sections.map(({ id, title, claims: { length } }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
            {`: ${length === 1 ? "1 statement" : `${length} statements`}`}
          </li>
        ))}
      </ul>
      {sections.map((section) => (
        <section key={section.id}>
          <h2 id={section.id}>{section.title}</h2>
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

function Counts({ claims }: { claims: readonly ExportedClaim[] }) {
  const latest = claims.map(({ decisions }) => decisions.at(-1)?.decision);
  const isSourced = ({ decisions, source }: ExportedClaim) => decisions.length === 0 && source !== null;
  const isOpen = ({ decisions, source }: ExportedClaim) => decisions.length === 0 && source === null;
  const counts = [
    ["With evidence", latest.filter((decision) => decision === "bound").length],
    ["No evidence required, with a reason", latest.filter((decision) => decision === "waived").length],
    ["The page names the source", claims.filter(isSourced).length],
    ["Nothing recorded", claims.filter(isOpen).length],
  ] as const;
  return (
    <ul>
      {counts.map(([name, count]) => (
        <li key={name}>{`${name}: ${count}`}</li>
      ))}
    </ul>
  );
}

function ClaimRow({ claim, page, files }: Files & { claim: ExportedClaim; page: string }) {
  const { kind, figure, sentence } = claim;
  const others = claim.pages.filter((path) => path !== page);
  return (
    <tr>
      <th scope="row">
        {`${claimKindNames[kind]}: ${figure}`}
        <br />
        <q>{sentence}</q>
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
    return source === null ? "None recorded" : `The page names its source: ${source}`;
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
      {decision === "waived" ? "No evidence required" : "Evidence"}
      {file === undefined ? null : (
        <>
          {": "}
          <a href={file.place}>{file.name}</a>
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
