import { pages } from "#app/pages/registry.ts";

/** Parameters of the record's URL. */
export type RecordParameters = {
  /** The path of a page. */
  page: string;
  /** Like 2026-03-03, in the firm's time zone. */
  date?: string | undefined;
  /** Like 14:05. */
  time?: string | undefined;
  /** A version of the page instead of a time. */
  version?: number | undefined;
  /** The page version of a form token, and when the form was sent. */
  sent?: string | undefined;
  sentAt?: string | undefined;
  /** The versions to compare. */
  from?: number | undefined;
  to?: number | undefined;
  /** Lists the versions before this one. */
  before?: number | undefined;
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

/** The download of the site as it was at a time, after an entry of the archive. */
export function sitePackagePath(position: number, at: Date): string {
  return `/api/record/packages/${position}?${new URLSearchParams({ at: at.toISOString() }).toString()}`;
}
