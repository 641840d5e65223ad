import { Fragment, type ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { claimPath, readClaimQuery, recordPath } from "#app/staff/paths/record-path.ts";
import { OutsideLink } from "#app/ui/outside-link.tsx";
import type { ClaimView, EvidenceView } from "./claim-view.ts";
import { claimTexts } from "./claims.messages.ts";

/** The sentence of a claim with the figure marked. In a row, only the words around the figure. */
export function Sentence({
  claim: { around, figure },
  isShort = false,
}: {
  claim: Pick<ClaimView, "around" | "figure">;
  isShort?: boolean;
}) {
  const [before, after] = isShort ? [shortenStart(around[0]), shorten(around[1])] : around;
  return (
    <span className="sentence">
      {before}
      <mark>{figure}</mark>
      {after}
    </span>
  );
}

export function ClaimLink({ claim: { id, figure } }: { claim: Pick<ClaimView, "id" | "figure"> }) {
  const list = readClaimQuery(useLocation());
  return <Link to={claimPath(id, list)}>{figure}</Link>;
}

export function StatusBadge({ claim: { badge } }: { claim: Pick<ClaimView, "badge"> }) {
  return <span className={`tag ${badge.tone}`}>{badge.label}</span>;
}

/** The file, the link and the note, each on a line. The host of a link is enough in a row; the page of the claim displays all of it. */
export function Evidence({
  evidence: { url, note, file },
  isShort = false,
}: {
  evidence: EvidenceView;
  isShort?: boolean;
}) {
  const parts = new Map<string, ReactNode>();
  if (file !== null) parts.set("file", <a href={file.path}>{file.name}</a>);
  if (url !== null) {
    parts.set("link", <OutsideLink href={url}>{isShort ? (URL.parse(url)?.host ?? url) : url}</OutsideLink>);
  }
  if (note !== null) parts.set("note", <span className="note">{isShort ? shorten(note) : note}</span>);
  return [...parts].map(([name, part], index) => (
    <Fragment key={name}>
      {index === 0 ? null : <br />}
      {part}
    </Fragment>
  ));
}

/** The part of a text that a row displays, up to a space if it has one. */
const maxCharacters = 120;

function shorten(text: string): string {
  if (text.length <= maxCharacters) return text;
  const space = text.lastIndexOf(" ", maxCharacters);
  return `${text.slice(0, space === -1 ? maxCharacters : space)} …`;
}

function shortenStart(text: string): string {
  if (text.length <= maxCharacters) return text;
  const space = text.indexOf(" ", text.length - maxCharacters);
  return `… ${text.slice(space === -1 ? -maxCharacters : space + 1)}`;
}

/** A link to the archived page. The page of the claim lists the others, because a claim in the footer is on every page. */
export function PageLink({ paths: [path, ...others] }: { paths: readonly string[] }) {
  if (path === undefined) return null;
  return (
    <>
      <Link to={recordPath({ page: path })}>{path}</Link>
      {others.length === 0 ? "" : ` ${claimTexts.more(others.length)}`}
    </>
  );
}
