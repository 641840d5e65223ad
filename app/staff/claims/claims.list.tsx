import { claimKindNames, claimStatusNames } from "#app/compliance/claims/claim-status.messages.ts";
import type { ClaimQuery, ListedClaim } from "#app/compliance/claims/list-claims.server.ts";
import { canReadRecord } from "#app/identity/accounts/permissions.ts";
import { pages } from "#app/pages/registry.ts";
import { csvDate } from "#app/staff/data-table/csv-columns.ts";
import { defineList } from "#app/staff/data-table/list-definition.ts";
import { ClaimLink, Evidence, PageLink, Sentence, StatusBadge } from "./claim-cells.tsx";
import { createClaimView, hasEvidence } from "./claim-view.ts";
import { claimTexts } from "./claims.messages.ts";

export const claimList = defineList<ListedClaim, ClaimQuery>()({
  name: "claims",
  path: pages.claims.path,
  permission: canReadRecord,
  row: "claim",
  rows: "claims",
  empty: claimTexts.empty,
  search: { label: claimTexts.search, hint: claimTexts.searchHint },
  filters: {
    status: {
      label: claimTexts.filters.status,
      choices: { ...claimStatusNames, expiring: claimTexts.filters.expiring },
    },
    page: { label: claimTexts.filters.page, choices: "loaded" },
  },
  sorts: claimTexts.sorts,
  view: createClaimView,
  columns: [
    { label: "Claim", cell: (claim) => <ClaimLink claim={claim} />, csv: ({ figure }) => figure },
    {
      label: "Sentence",
      cell: (claim) => <Sentence claim={claim} isShort />,
      holds: "prose",
      csv: ({ sentence }) => sentence,
    },
    { label: "Kind", csv: ({ kind }) => claimKindNames[kind] },
    {
      label: "Pages",
      cell: ({ paths }) => <PageLink paths={paths} />,
      holds: "address",
      isMissing: ({ paths }) => paths.length === 0,
      csv: ({ paths }) => paths.join(" "),
    },
    {
      label: "Evidence",
      cell: ({ evidence, reason, source }) =>
        hasEvidence(evidence) ? <Evidence evidence={evidence} isShort /> : reason || source,
      holds: "prose",
      isMissing: ({ evidence, reason, source }) => !hasEvidence(evidence) && reason + source === "",
    },
    { label: "Evidence link", csv: ({ evidenceUrl }) => evidenceUrl ?? "" },
    { label: "Evidence note", csv: ({ evidenceNote }) => evidenceNote ?? "" },
    { label: "Evidence file", csv: ({ evidenceFile }) => evidenceFile ?? "" },
    { label: "As of", csv: ({ asOf }) => asOf ?? "" },
    {
      label: "Expires",
      cell: ({ expires }) => expires,
      holds: "num",
      isMissing: ({ expires }) => expires === "",
      csv: ({ expiresOn }) => expiresOn ?? "",
    },
    { label: "Reason for the waiver", csv: ({ reason }) => reason ?? "" },
    { label: "Source on the page", csv: ({ source }) => source ?? "" },
    {
      label: "Status",
      cell: (claim) => <StatusBadge claim={claim} />,
      beside: "badge",
      csv: ({ status }) => claimStatusNames[status],
    },
    { label: "Decided by", csv: ({ decidedBy }) => decidedBy ?? "" },
    { label: "Decided", csv: ({ decidedAt }) => (decidedAt === null ? "" : csvDate(decidedAt)) },
    { label: "Found", csv: ({ foundAt }) => csvDate(foundAt) },
  ],
  export: {
    permission: canReadRecord,
    actions: { started: "leads-export-begun", ended: "leads-exported" },
    filePrefix: "claims-",
    emptyMessage: "No claims to export.",
  },
});
