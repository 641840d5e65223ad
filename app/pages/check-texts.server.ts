import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { articlePath } from "#content/article-format/article-address.ts";
import { describeMistake } from "#content/article-format/article-mistake.ts";
import { parseArticle } from "#content/article-format/parse-article.ts";
import type { Section } from "#content/document-schema.ts";
import { faqGroups } from "#content/faq-groups.ts";
import { estimates, listFigures, type TaxFact, taxFacts } from "#content/tax-facts.ts";
import { manufacturerSale } from "#content/pages/manufacturer-sale.ts";
import { sevenSteps } from "#content/pages/seven-steps.ts";
import { practice } from "#content/practice.ts";
import { contentPages, documentPages, registeredPages } from "./content-pages.ts";
import { pages } from "./registry.ts";

/** A file in `content/` with its source text. */
type Source = { file: string; text: string };

/**
 * Checks the texts in `content/` for mistakes that types cannot prevent: everything that `parseArticle` refuses in an article, broken links,
 * and tax figures that are typed into the text.
 * @returns one sentence per mistake, with the file, the finding and what was expected
 */
export function checkTexts(sources: readonly Source[] = readSources()): string[] {
  const anchors = anchorsByPath(sources);
  return sources.flatMap((source) => [
    ...checkLinks(source, anchors),
    ...checkFigures(source),
    ...(source.file.endsWith(".mdx") ? checkArticle(source) : []),
  ]);
}

function readSources(): Source[] {
  return readdirSync("content", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|mdx)$/.test(name) && !/schema\.ts$|\.test\.ts$/.test(name))
    .map((name) => ({ file: `content/${name}`, text: readFileSync(join("content", name), "utf8") }));
}

/** The anchors of each page by path; undefined for an article with mistakes, whose links are checked when those are corrected. */
type Anchors = Map<string, Set<string> | undefined>;

/** All paths of the site with the anchors on their pages. */
function anchorsByPath(sources: readonly Source[]): Anchors {
  const known: Anchors = new Map();
  for (const { path } of registeredPages) known.set(path, new Set());
  for (const { path, content } of contentPages) known.set(path, listAnchors(content.sections));
  for (const { path, document } of Object.values(documentPages)) {
    known.set(path, listAnchors(document.sections));
  }
  // Displayed as a PDF, which has no anchors.
  known.set(documentPages.formAdvPart2a.path, new Set());
  known.set(pages.home.path, new Set(["top", "about", "contact"]));
  known.set(pages.manufacturerSale.path, listAnchors(manufacturerSale.sections));
  known.set(pages.sevenSteps.path, new Set(["timeline", "steps", ...listAnchors(sevenSteps.sections)]));
  known.set(
    pages.faqs.path,
    new Set(faqGroups.flatMap(({ id, questions }) => [id, ...questions.map((each) => each.id)])),
  );
  for (const { file, text } of sources) {
    if (!file.endsWith(".mdx")) continue;
    const result = parseArticle(text);
    known.set(pathOfFile(file), result.ok ? new Set(result.article.anchors) : undefined);
  }
  return known;
}

function listAnchors(sections: readonly Section[]): Set<string> {
  return new Set(sections.flatMap(({ id, sections: parts = [] }) => [id, ...parts.map((part) => part.id)]));
}

function pathOfFile(file: string): string {
  return articlePath(file.slice(file.lastIndexOf("/") + 1, -".mdx".length));
}

/** Matches links as Markdown (except images), as a field, as an element, and as a list entry in front matter. */
const links =
  /(?<!!\[[^\]]*)\]\(([/#][^)\s]*)\)|\bpath: ["`]([/#][^"`]*)["`]|\bhref="([/#][^"]*)"|^ {2}- ["']?(\/[^\s"']*)["']?$/gm;

/** Replaces the expressions that content files use for the path of the main service page. */
function withServicePage(text: string): string {
  return text
    .replaceAll("${practice.servicePageSlug}", practice.servicePageSlug)
    .replaceAll("${servicePage}", `/${practice.servicePageSlug}`);
}

function checkLinks({ file, text }: Source, anchors: Anchors): string[] {
  return [...withServicePage(text).matchAll(links)].flatMap(([, ...targets]) => {
    const target = targets.find((each) => each !== undefined) ?? "";
    const [before = "", anchor] = target.split("#");
    // An article can link to its own anchors. Other texts cannot, because they can appear on any page.
    const path = before === "" && file.endsWith(".mdx") ? pathOfFile(file) : before;
    const known = anchors.get(path);
    if (!anchors.has(path)) return [`${file}: a link leads to ${target}, where there is no page`];
    if (anchor === undefined || known === undefined || known.has(anchor)) return [];
    return [
      `${file}: a link leads to ${target}, and ${path} has no such anchor; it has ${[...known].join(", ") || "none"}`,
    ];
  });
}

/** Figures that are unlikely to mean anything else. Percentages among them must be written in words. */
const typedFigures = new Set(
  [...Object.values<TaxFact>(taxFacts).flatMap(listFigures), ...Object.values(estimates)].filter((figure) =>
    /^[$\d][\d.,–]*[%M]?$/.test(figure),
  ),
);

function checkFigures({ file, text }: Source): string[] {
  if (/\/(tax-facts|tax-example|practice)\.ts$/.test(file)) return [];
  const called = text.replaceAll(/\$\{[^}]*\}|<\w+ name="[^"]*" ?\/>/g, "");
  // Comments; in an article such a line is copy.
  const written = file.endsWith(".ts") ? called.replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, "") : called;
  return [...typedFigures].flatMap((figure) => {
    const pattern = new RegExp(
      String.raw`(?<![\d.,$–])${figure.replaceAll(/[$.]/g, String.raw`\$&`)}(?![\d%M]|[.,]\d)`,
    );
    const found = pattern.exec(written);
    if (found === null) return [];
    const around = written.slice(Math.max(0, found.index - 30), found.index + 30).replaceAll(/\s+/g, " ");
    return [
      `${file}: the tax figure ${figure} is typed in (“…${around}…”); take it from content/tax-facts.ts, or write an ordinary number in words`,
    ];
  });
}

function checkArticle({ file, text }: Source): string[] {
  const result = parseArticle(text);
  return result.ok ? [] : result.mistakes.map((mistake) => `${file}: ${describeMistake(mistake)}`);
}
