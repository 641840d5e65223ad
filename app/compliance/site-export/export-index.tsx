import { renderToStaticMarkup } from "react-dom/server";
import { momentIn } from "#app/platform/calendar/zoned-time.ts";
import { practice } from "#content/practice.ts";

/** A page in an export. */
export type ListedPage = { title: string; path: string; file: string; since: Date };

export type ExportFacts = {
  at: Date;
  /** The last entry. */
  entry: {
    position: number;
    recordedAt: Date;
    author: string;
    approver: string;
    reason: string;
    hash: string;
  };
  pages: readonly ListedPage[];
};

/** The first page of an export, which opens in a browser without a server. */
export function renderExportIndex(facts: ExportFacts): string {
  return `<!doctype html>${renderToStaticMarkup(<ExportIndex {...facts} />)}`;
}

const styles = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #1c2a25 }
table { width: 100%; border-collapse: collapse; font-family: system-ui, sans-serif; font-size: .9rem }
th, td { padding: .4rem .5rem; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top }
code { font-size: .85rem; overflow-wrap: anywhere }`;

function ExportIndex({ at, entry, pages }: ExportFacts) {
  const time = (moment: Date): string => momentIn(practice.timeZone, moment);
  const title = `${practice.firmName}: website as published on ${time(at)}`;
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
        <style>{styles}</style>
      </head>
      <body>
        <h1>{title}</h1>
        <p>
          Entry {entry.position} of the record, {time(entry.recordedAt)}. Author: {entry.author}. Approver:{" "}
          {entry.approver}. Reason: {entry.reason}.
        </p>
        <table>
          <thead>
            <tr>
              <th scope="col">Page</th>
              <th scope="col">Address</th>
              <th scope="col">Unchanged since</th>
            </tr>
          </thead>
          <tbody>
            {pages.map((page) => (
              <tr key={page.path}>
                <th scope="row">
                  <a href={page.file}>{page.title}</a>
                </th>
                <td>{page.path}</td>
                <td>{time(page.since)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <h2>Verify this export</h2>
        <p>
          The folder “captured” contains every page and file as it was sent, and the folder “site” a copy for
          reading. With Node.js, <code>node verify.mjs</code> recomputes all hashes and names each file that
          was changed. It uses neither the network nor a database. <code>node verify.mjs --last HASH</code>{" "}
          also finds a hash that was kept elsewhere. The chain proves the folder “captured”. The hash of the
          file “manifest.json” proves all other files, such as the copies for reading: compare it with the
          event of this export in the firm’s audit log, or pass it with{" "}
          <code>node verify.mjs --manifest HASH</code>.
        </p>
        <p>
          The file <code>claims.json</code> lists the statements of fact on these pages, with the evidence
          that the firm had bound to them when the export was made. The file <code>registers.json</code> lists
          the firm’s filings, testimonials and promoters, legal holds, complaints and incidents.
        </p>
        <p>
          Last entry: <code>{entry.hash}</code>
        </p>
      </body>
    </html>
  );
}
