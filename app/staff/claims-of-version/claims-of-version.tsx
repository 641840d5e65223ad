import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { claimList } from "#app/staff/claims/claims.list.tsx";
import { claimTexts } from "#app/staff/claims/claims.messages.ts";
import { DataTable, type DisplayedList } from "#app/staff/data-table/data-table.tsx";
import { claimPath, readClaimQuery } from "#app/staff/paths/record-path.ts";
import type { ClaimOfVersionView, ClaimsOfVersionView } from "./claims-view.server.ts";
import { claimsOfVersionTexts as texts } from "./claims-of-version.messages.ts";

/** The columns of the register without the pages, because the page is known. */
const columns: DisplayedList<ClaimOfVersionView> = {
  rows: claimList.rows,
  columns: claimList.columns
    .filter(({ label }) => label !== "Pages")
    .map((column) =>
      column.label === "Evidence"
        ? {
            ...column,
            cell: (claim) => <EvidenceThen claim={claim} evidence={column.cell?.(claim)} />,
            isMissing: (claim) => claim.today === undefined && column.isMissing?.(claim) === true,
          }
        : column,
    ),
};

/** The evidence at the displayed time with its author, and a link to the claim if its status has changed since. */
function EvidenceThen({ claim, evidence }: { claim: ClaimOfVersionView; evidence: ReactNode }) {
  const { id, reason, decided, today } = claim;
  const list = readClaimQuery(useLocation());
  const describe = reason === "" ? texts.attached : texts.waived;
  return (
    <>
      {evidence}{" "}
      {decided === undefined ? null : (
        <span className="decided soft small">{describe(decided.by, decided.at)}</span>
      )}{" "}
      {today === undefined ? null : (
        <Link className="decided" to={claimPath(id, list)}>
          {today}
        </Link>
      )}
    </>
  );
}

/** The claims of the displayed version. */
export function ClaimsOfVersion({
  version,
  view: { claims, total, unknown, moment },
}: {
  /** “Version 2” */
  version: string;
  view: ClaimsOfVersionView;
}) {
  return (
    <section className="data-list" aria-labelledby="claims">
      <header>
        <h2 id="claims">{texts.title}</h2>
        <p>{texts.about(claimTexts.count(total), version, moment)}</p>
      </header>
      {claims.length === 0 ? null : <DataTable labelledBy="claims" list={columns} views={claims} />}
      {unknown === 0 ? null : <p className="soft small">{texts.unknown(unknown)}</p>}
      {total - unknown > claims.length ? (
        <p className="soft small">{texts.more(total - unknown - claims.length)}</p>
      ) : null}
    </section>
  );
}
