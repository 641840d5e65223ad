import { claimList } from "#app/staff/claims/claims.list.tsx";
import { claimTexts } from "#app/staff/claims/claims.messages.ts";
import type { ClaimView } from "#app/staff/claims/claim-view.ts";
import { DataTable, type DisplayedList } from "#app/staff/data-table/data-table.tsx";
import type { ClaimsOfVersionView } from "./claims-view.server.ts";
import { claimsOfVersionTexts as texts } from "./claims-of-version.messages.ts";

/** The columns of the register without the pages, because the page is known. */
const columns: DisplayedList<ClaimView> = {
  rows: claimList.rows,
  columns: claimList.columns.filter(({ label }) => label !== "Pages"),
};

/** The claims of the displayed version. */
export function ClaimsOfVersion({
  version,
  view: { claims, total, unknown, today },
}: {
  /** “Version 2” */
  version: string;
  view: ClaimsOfVersionView;
}) {
  return (
    <section className="data-list" aria-labelledby="claims">
      <header>
        <h2 id="claims">{texts.title}</h2>
        <p>{texts.about(claimTexts.count(total), version, today)}</p>
      </header>
      {claims.length === 0 ? null : <DataTable labelledBy="claims" list={columns} views={claims} />}
      {unknown === 0 ? null : <p className="soft small">{texts.unknown(unknown)}</p>}
      {total - unknown > claims.length ? (
        <p className="soft small">{texts.more(total - unknown - claims.length)}</p>
      ) : null}
    </section>
  );
}
