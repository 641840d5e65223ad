import { practice } from "#content/practice.ts";
import type { IndexEntry } from "./index-groups.ts";
import "./print-pack.css";

/** @property html the content, preceded by its styles */
export type PrintedPart = IndexEntry & { html: string };

/**
 * All pages of the site in one document: a table of contents, then each page on a new sheet. Each is in a shadow root, which isolates its
 * styles and anchors.
 */
export function PrintPack({
  siteUrl,
  date,
  parts,
  appendixFrom,
}: {
  siteUrl: string;
  date: string;
  parts: readonly PrintedPart[];
  /** Index of the first page that is not in the page index. */
  appendixFrom: number;
}) {
  return (
    <div className="pack">
      <header className="wrap">
        <h1>{`${practice.firmName}: every page`}</h1>
        <p className="lead">
          {`As the website showed them on ${date}. Print this page once: each part begins a sheet, and sheets are numbered.`}
        </p>
        <p>
          Every answer is open, and the brochure is printed as text. The header and the footer are the same on
          every page, so they appear only once, at the beginning and at the end.
        </p>
        <ol>
          {parts.map(({ path, title }, index) => (
            <li key={path}>
              <a href={`#${partId(index)}`}>{`${index >= appendixFrom ? "Appendix: " : ""}${title}`}</a>
              <span className="small soft">{` ${path}`}</span>
            </li>
          ))}
        </ol>
      </header>
      {parts.map(({ path, title, html }, index) => (
        <section
          className="pack-part"
          id={partId(index)}
          aria-label={`Part ${index + 1}: ${title}`}
          key={path}
        >
          <p className="wrap small soft">{`${index + 1} of ${parts.length} · ${siteUrl}${path} · ${date}`}</p>
          {/* Our own pages as served. They contain no visitor input. */}
          <div dangerouslySetInnerHTML={{ __html: `<template shadowrootmode="open">${html}</template>` }} />
        </section>
      ))}
    </div>
  );
}

function partId(index: number): string {
  return `part-${index + 1}`;
}
