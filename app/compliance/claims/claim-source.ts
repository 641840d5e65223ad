import { documentPages } from "#app/pages/content-pages.ts";
import { taxFacts, type TaxFact } from "#content/tax-facts.ts";
import type { FoundClaim } from "./find-claims.ts";

/**
 * The source that the site itself names for a claim; undefined if the firm has to name one.
 * - A tax figure beside the law that `content/tax-facts.ts` states for it.
 * - A sentence that only regulatory documents contain, which are no advertisements (17 CFR 275.206(4)-1(e)(1)).
 * @param paths the pages that contain the claim
 */
export function findSource(
  claim: Pick<FoundClaim, "figure" | "sentence">,
  paths: readonly string[],
): string | undefined {
  return findLaw(claim) ?? findDocuments(paths);
}

function findLaw({ figure, sentence }: Pick<FoundClaim, "figure" | "sentence">): string | undefined {
  return laws.find(({ figures, law }) => figures.has(figure) && sentence.includes(shortenCitation(law)))?.law;
}

type FactWithLaw = { figures: ReadonlySet<string>; law: string };

const facts: readonly TaxFact[] = Object.values(taxFacts);

const laws: readonly FactWithLaw[] = facts.flatMap((fact) => {
  const stated =
    "years" in fact ? Object.values(fact.years) : [fact, ...(fact.now === undefined ? [] : [fact.now])];
  return stated.map(({ figure, law }) => ({ figures: new Set([figure, ...figure.split(/[\s,()]+/)]), law }));
});

/** @example shortenCitation("26 U.S.C. § 1(h)(1)(D)") // "26 U.S.C. § 1(h)", which pages print */
function shortenCitation(law: string): string {
  return /^[^(;]{1,60}(?:\([a-z]\))?/.exec(law)?.[0] ?? law;
}

/** Whether a path is that of a regulatory document, which is no advertisement. */
export function isRegulatoryDocument(path: string): boolean {
  return listDocuments().has(path);
}

/** The titles of the regulatory documents by path. */
function listDocuments(): Map<string, string> {
  return new Map(Object.values(documentPages).map(({ path, title }) => [path, title]));
}

function findDocuments(paths: readonly string[]): string | undefined {
  const documents = listDocuments();
  const titles = paths.map((path) => documents.get(path));
  if (titles.length === 0 || titles.includes(undefined)) return undefined;
  return [...new Set(titles)].join(", ");
}
