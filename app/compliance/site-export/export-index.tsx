import { renderToStaticMarkup } from "react-dom/server";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";
import { describeDays } from "./changes-page.tsx";
import { describeAuthors } from "./entry-authors.ts";
import { ExportDocument, ExportTable } from "./export-document.tsx";
import { exportPages } from "./export-file.ts";
import type { ChainEntry } from "./list-changes.ts";
import type { PeriodDays } from "./period.server.ts";

/** A page in an export. */
export type ListedPage = { title: string; path: string; file: string; since: Date };

export type ExportFacts = {
  at: Date;
  /** The last entry. */
  entry: Omit<ChainEntry, "captures">;
  /** The release that the last entry belongs to. */
  release: Omit<ChainEntry, "captures">;
  pages: readonly ListedPage[];
  /** The days whose versions the export contains. */
  period?: PeriodDays | undefined;
  /** The paths of the pages with a section in claims.html. */
  pagesWithClaims: ReadonlySet<string>;
  /** Names of all files besides the site. */
  others: readonly string[];
};

/** The pages of an export that open in a browser, and what each contains. */
const readablePages = [
  [
    exportPages.claims,
    "The statements of fact on these pages, with the evidence that the firm had bound to them",
  ],
  [
    exportPages.registers,
    "The firm’s registers, such as its filings, legal holds, testimonials and promoters",
  ],
  [exportPages.audit, "The audit log of the chosen days, up to the last event sealed before the export"],
  [exportPages.emails, "The sent emails of the chosen days"],
] as const;

/** The first page of an export, which opens in a browser without a server. */
export function renderExportIndex(facts: ExportFacts): string {
  return `<!doctype html>${renderToStaticMarkup(<ExportIndex {...facts} />)}`;
}

export function formatExportTitle(at: Date): string {
  return `${practice.firmName}: website as published on ${momentIn(practice.timeZone, at)}`;
}

function ExportIndex({ at, entry, release, pages, period, pagesWithClaims, others }: ExportFacts) {
  const { author, approver } = describeAuthors(entry, release);
  const time = (moment: Date): string => momentIn(practice.timeZone, moment);
  return (
    <ExportDocument title={formatExportTitle(at)}>
      <p>
        Entry {entry.position} of the record, {time(entry.recordedAt)}. Author: {author}. Approver: {approver}
        . Reason: {entry.reason}.
      </p>
      <ul>
        {readablePages
          .filter(([name]) => others.includes(name))
          .map(([name, what]) => (
            <li key={name}>
              <a href={name}>{what}</a>
            </li>
          ))}
      </ul>
      {period === undefined ? null : (
        <p>
          <a href={exportPages.changes}>{`Changes of the website ${describeDays(period)}`}</a>: every version
          of its pages and files in this period, the changed words, and who approved each change.
        </p>
      )}
      <ExportTable columns={["Page", "Address", "Unchanged since", "Statements"]}>
        {pages.map((page) => (
          <tr key={page.path}>
            <th scope="row">
              <a href={page.file}>{page.title}</a>
            </th>
            <td>{page.path}</td>
            <td>{time(page.since)}</td>
            <td>
              {pagesWithClaims.has(page.path) ? (
                <a href={`${exportPages.claims}#${page.path}`}>Statements and evidence</a>
              ) : null}
            </td>
          </tr>
        ))}
      </ExportTable>
      <h2>Verify this export</h2>
      <p>
        The folder “captured” contains every page and file as it was sent, and the folder “site” a copy for
        reading. With Node.js, <code>node verify.mjs</code> recomputes all hashes and names each file that was
        changed. It uses neither the network nor a database. <code>node verify.mjs --last HASH</code> also
        finds a hash that was kept elsewhere. The chain proves the folder “captured”
        {period === undefined ? null : " and the folder “versions”"}. The hash of the file “manifest.json”
        proves all other files, such as the copies for reading: compare it with the event of this export in
        the firm’s audit log, or pass it with <code>node verify.mjs --manifest HASH</code>.
      </p>
      <p>
        The files <code>claims.json</code> and <code>registers.json</code> are machine-readable versions of{" "}
        <code>claims.html</code> and <code>registers.html</code>. The file <code>website.wacz</code> is a web
        archive of every page and file as sent. Open it with a program such as ReplayWeb.page.
      </p>
      {others.includes(exportPages.audit) ? (
        <p>
          The file <code>audit/events.jsonl</code> has one event of the audit log per line, with what its
          verification needs.
        </p>
      ) : null}
      <p>
        Last entry: <code>{entry.hash}</code>
      </p>
    </ExportDocument>
  );
}
