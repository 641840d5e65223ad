import { renderToStaticMarkup } from "react-dom/server";
import { ExportDocument, ExportTable } from "#app/compliance/site-export/export-document.tsx";
import type { ClaimDecisionsTable, ClaimKind } from "#app/data/schema/claims.ts";
import { momentIn, shortDayIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { claimKindNames } from "./claim-status.messages.ts";

/** The file of an export that lists the claims. */
export const claimsPageName = "claims.html";

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

type Places = { places: ReadonlyMap<string, string> };

/**
 * The claims with their evidence, for reading in a browser without a server.
 * @param places the name of each stored file in the export, by its hash
 */
export function renderClaimsPage(
  claims: readonly ExportedClaim[],
  places: ReadonlyMap<string, string>,
  exportedAt: Date,
): string {
  const page = <ClaimsPage claims={claims} places={places} exportedAt={exportedAt} />;
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

function ClaimsPage({
  claims,
  places,
  exportedAt,
}: Places & { claims: readonly ExportedClaim[]; exportedAt: Date }) {
  return (
    <ExportDocument title={`${practice.firmName}: statements of fact and their evidence`}>
      <p>
        <a href="index.html">All pages of this export</a>
      </p>
      <p>
        {`${claims.length} statements with a figure, a credential or a superlative on the exported pages, with everything that the firm had decided about them until ${momentIn(practice.timeZone, exportedAt)}.`}
      </p>
      <ExportTable columns={["Statement", "Pages", "Evidence"]}>
        {claims.map((claim) => (
          <tr key={`${claim.figure} ${claim.sentence}`}>
            <th scope="row">
              {`${claimKindNames[claim.kind]}: ${claim.figure}`}
              <br />
              <q>{claim.sentence}</q>
            </th>
            <td>{claim.pages.join(", ")}</td>
            <td>
              <Evidence claim={claim} places={places} />
            </td>
          </tr>
        ))}
      </ExportTable>
    </ExportDocument>
  );
}

function Evidence({ claim: { source, decisions }, places }: Places & { claim: ExportedClaim }) {
  if (decisions.length === 0) {
    return source === null ? "None recorded" : `The page names its source: ${source}`;
  }
  return decisions.map((decision) => (
    <Decision {...decision} places={places} key={decision.decidedAt.toISOString()} />
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
  places,
  ...made
}: Places & ExportedDecision) {
  const file = evidenceFile === null ? undefined : places.get(evidenceFile);
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
          <a href={file}>stored file</a>
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
