/** A claim that must be bound to evidence or waived before a change is published. */
export type DraftClaim = {
  figure: string;
  sentence: string;
  path: string;
  reason: "undecided" | "expired";
};

const metaName = "open-claims";

/** Adds the open claims of a page with what was typed to its document, for the editor that displays it. */
export function insertOpenClaims(html: string, claims: readonly DraftClaim[]): string {
  const listed = claims.map(({ figure, sentence, path, reason }) => ({ figure, sentence, path, reason }));
  const content = JSON.stringify(listed)
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;");
  return html.replace("<head>", () => `<head><meta name="${metaName}" content="${content}">`);
}

/** The open claims of a displayed page; undefined if they are unknown, because it cannot be displayed. */
export function readOpenClaims(page: Document | null): DraftClaim[] | undefined {
  const content = page?.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content;
  // The server wrote it with `insertOpenClaims`.
  return content === undefined ? undefined : (JSON.parse(content) as DraftClaim[]);
}

/** The claims of a draft after something was typed: those of the displayed page replace its saved ones. */
export function replaceClaimsOfPage(
  saved: readonly DraftClaim[] | undefined,
  page: string,
  typed: readonly DraftClaim[],
): DraftClaim[] {
  return [...typed, ...(saved ?? []).filter(({ path }) => path !== page)];
}
