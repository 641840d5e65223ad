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
export type ListedPage = {
  title: string;
  path: string;
  file: string;
  since: Date;
  /** Who approved its words, and in which entry. */
  approver: string;
};

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
    "The claims on these pages: figures, credentials and superlatives, with the evidence that the firm attached to them",
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
        . Reason: {entry.reason.replace(/\.$/, "")}.
      </p>
      <CheckSteps />
      <h2>Contents</h2>
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
      <ExportTable columns={["Page", "Address", "Unchanged since", "Words approved by", "Claims"]}>
        {pages.map((page) => (
          <tr key={page.path}>
            <th scope="row">
              <a href={page.file}>{page.title}</a>
            </th>
            <td>{page.path}</td>
            <td>{time(page.since)}</td>
            <td>{page.approver}</td>
            <td>
              {pagesWithClaims.has(page.path) ? (
                <a href={`${exportPages.claims}#${page.path}`}>Claims and evidence</a>
              ) : null}
            </td>
          </tr>
        ))}
      </ExportTable>
      <Proof entry={entry} period={period} others={others} />
    </ExportDocument>
  );
}

/** The texts in quotation marks are printed by `verify-export.server.mjs`. */
function CheckSteps() {
  return (
    <section>
      <h2>How to check this package</h2>
      <p>
        The program “verify.mjs” in this folder recomputes the hashes of all pages and files, and names each
        one that was changed, removed or added. It changes nothing, and uses neither the network nor a
        database.
      </p>
      <ol>
        <li>
          Install Node.js, version 20.11 or newer, from <a href="https://nodejs.org/">nodejs.org</a>.
        </li>
        <li>
          Open a terminal in this folder. On Windows, extract the ZIP file, open the extracted folder in File
          Explorer, type <code>cmd</code> in its address bar and press Enter. On macOS, open the program
          Terminal, type <code>cd</code> and a space, drag this folder into its window and press Return.
        </li>
        <li>
          Type <code>node verify.mjs</code> and press Enter. A large package can take a few minutes.
        </li>
      </ol>
      <p>
        <strong>Good result:</strong> a line says “The export is intact”. Lines above it are notes, such as
        changes of the audit log with a reason. The last line ends with a hash: compare it with the firm’s
        audit log, as described in <a href="#proof">What the check proves</a>.
      </p>
      <p>
        <strong>Bad result:</strong> a line says “The export is not intact”. Each line above it names a file,
        entry or event that does not match, such as “site/about/index.html: it cannot be read”. Keep this
        folder as it is, and ask the firm for a new copy.
      </p>
      <p>
        If the terminal does not know the command <code>node</code>, open a new one after step 1.
      </p>
    </section>
  );
}

/** What the program verifies, and the other checks that it can make. */
function Proof({ entry, period, others }: Pick<ExportFacts, "entry" | "period" | "others">) {
  return (
    <section>
      <h2 id="proof">What the check proves</h2>
      <p>
        The folder “captured” contains every page and file as it was sent, and the folder “site” a copy for
        reading. The chain in “chain.json” proves the folder “captured”
        {period === undefined ? null : " and the folder “versions”"}. The hash of the file “manifest.json”
        proves all other files, such as the copies for reading: compare the hash in the last line with the
        event of this export in the firm’s audit log, or pass the hash of that event with{" "}
        <code>node verify.mjs --manifest HASH</code>. <code>node verify.mjs --last HASH</code> finds a hash of
        an entry that was kept elsewhere, such as in an email.
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
    </section>
  );
}
