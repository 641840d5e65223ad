import type { ClaimStatus } from "#app/compliance/claims/claim-status.messages.ts";
import { pages } from "#app/pages/registry.ts";

/** Parameters of the record's URL. */
export type RecordParameters = Partial<Record<DayField | typeof emailsField, string>> & {
  /** The path of a page. */
  page: string;
  /** Like 2026-03-03, in the firm's time zone. */
  date?: string | undefined;
  /** Like 14:05. */
  time?: string | undefined;
  /** A version of the page instead of a time. */
  version?: number | string | undefined;
  /** The page version of a form token, and when the form was sent. */
  sent?: string | undefined;
  sentAt?: string | undefined;
  /** The versions to compare. */
  from?: number | undefined;
  to?: number | undefined;
  /** Lists the versions before this one. */
  before?: number | undefined;
  /** Why the audit log of the chosen days was not downloaded. */
  audit?: string | undefined;
  /** Why the versions of the chosen days were not downloaded. */
  period?: string | undefined;
};

export function recordPath(parameters: RecordParameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${pages.record.path}?${new URLSearchParams(given).toString()}`;
}

/** The archived copy of a page after an entry of the archive. */
export function replayPath(position: number, path: string): string {
  return `/api/record/pages/${position}?${new URLSearchParams({ path }).toString()}`;
}

/** An archived file by the hash of its bytes. */
export function archivedFilePath(hash: string): string {
  return `/api/record/files/${hash}`;
}

/** The download of a file that is the evidence of a claim, by the hash of its bytes. */
export function evidencePath(hash: string): string {
  return `/api/record/evidence/${hash}`;
}

/** The download of the site as it was at a time, after an entry of the archive. */
export function sitePackagePath(position: number, at: Date): string {
  return `/api/record/packages/${position}?${new URLSearchParams({ at: at.toISOString() }).toString()}`;
}

/** The fields of the download that name the screen to return to. */
export const screenFields = ["page", "date", "time", "version", "sent", "sentAt"] as const;

/** The fields with the first and last day whose versions the download contains, and the first and last day of the audit log. */
export const dayFields = ["versionsSince", "versionsUntil", "auditSince", "auditUntil"] as const;
export type DayField = (typeof dayFields)[number];

/** The field that adds the emails sent on the days of the audit log. */
export const emailsField = "emails";

/** The register of claims, with one status or of one page of the site. */
export function claimsPath(filter: { status?: ClaimStatus; page?: string } = {}): string {
  const params = new URLSearchParams(filter);
  return params.size === 0 ? pages.claims.path : `${pages.claims.path}?${params.toString()}`;
}

/** @param list the query of the list that the page leads back to */
export function claimPath(id: number, list = ""): string {
  const path = `${pages.claims.path}/${id}`;
  return list === "" ? path : `${path}?${new URLSearchParams({ [listField]: list }).toString()}`;
}

/** The parameter and field that name a claim, once for each claim. */
export const claimField = "claim";

/** The parameter that names the document whose draft contains the claims. */
const documentField = "document";

/** The parameter with the query of the list of claims, so that its filters and page are kept. */
export const listField = "list";

/** The query of the list of claims that a URL of the list, or of a page about claims, names. */
export function readClaimQuery({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  const query = pathname === pages.claims.path ? params : new URLSearchParams(params.get(listField) ?? "");
  query.delete("done");
  return query.toString();
}

/** The list with the filters and the page that led to a page about claims. @param done what was decided */
export function claimsListPath(page: { pathname: string; search: string }, done?: string): string {
  const query = new URLSearchParams(readClaimQuery(page));
  if (done !== undefined) query.set("done", done);
  return query.size === 0 ? pages.claims.path : `${pages.claims.path}?${query.toString()}`;
}

/**
 * The form about several claims.
 * @param back.document the document to whose editor the form leads back
 * @param back.list the query of the list that it leads back to otherwise
 */
export function decideClaimsPath(
  ids: readonly number[] = [],
  { document, list = "" }: { document?: string | undefined; list?: string } = {},
): string {
  const params = new URLSearchParams(ids.map((id) => [claimField, String(id)]));
  if (document !== undefined) params.set(documentField, document);
  if (list !== "") params.set(listField, list);
  const path = `${pages.claims.path}/decide`;
  return params.size === 0 ? path : `${path}?${params.toString()}`;
}

/** The editor to which a form about several claims leads back; undefined without one. */
export function readDraftPath(form: URL): string | undefined {
  const document = form.searchParams.get(documentField) ?? "";
  return /^[A-Za-z0-9]{1,60}$/.test(document) ? `${pages.content.path}/${document}` : undefined;
}

export function incidentPath(id: number): string {
  return `${pages.incidents.path}/${id}`;
}

/** The file with the people whom an incident affects. */
export function affectedPeoplePath(id: number): string {
  return `/api/incidents/${id}/people`;
}
