import { dayIn } from "#app/platform/calendar/day-in.ts";
import { monthOfYear } from "#app/platform/calendar/long-date.ts";
import { addArticle, type AddArticleResult } from "#app/publishing/changes/add-article.server.ts";
import type { EditDeps } from "#app/publishing/changes/edit-changes.server.ts";
import { withoutControls } from "#app/staff/content-form/form-fields.ts";
import { readText } from "#app/staff/content-review/decide.server.ts";
import { maxNewTitleLength, maxSlugLength } from "#content/article-format/article-address.ts";
import { practice } from "#content/practice.ts";
import { articleNewTexts as texts } from "./article-new.messages.ts";

/** What was typed, and why no article was created. */
export type ArticleRefusal = {
  values: { title: string; slug: string };
  /** A refusal that concerns no field. */
  text?: string;
  errors: { title?: string; slug?: string };
};

export type SaveArticleOutcome =
  | { ok: true; slug: string }
  | { ok: false; status: 409 | 422; refusal: ArticleRefusal };

/** Creates the article that the form describes. */
export async function saveArticle(deps: EditDeps, form: FormData): Promise<SaveArticleOutcome> {
  const title = withoutControls(readText(form, "title")).trim();
  const typed = withoutControls(readText(form, "slug")).trim();
  const slug = typed === "" ? deriveSlug(title) : typed;
  const refuse = (refusal: Omit<ArticleRefusal, "values">, status: 409 | 422 = 422): SaveArticleOutcome => ({
    ok: false,
    status,
    refusal: { values: { title, slug: typed }, ...refusal },
  });
  const mistake = describeTitleMistake(title);
  if (mistake !== undefined) return refuse({ errors: { title: mistake } });
  if (slug === "") return refuse({ errors: { slug: texts.addressMissing } });
  const today = dayIn(practice.timeZone, deps.clock.now());
  const added = await addArticle(deps, { slug, title, today, dateShown: monthOfYear(today) });
  return added.ok ? { ok: true, slug } : refuse(...describeRefusal(added, slug));
}

function describeTitleMistake(title: string): string | undefined {
  if (title === "") return texts.titleMissing;
  return title.length > maxNewTitleLength ? texts.titleLong(maxNewTitleLength) : undefined;
}

/** As much of the title as an address can contain, up to a whole word. */
function deriveSlug(title: string): string {
  // Letters lose their accents, and apostrophes separate no words.
  const plain = title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[\p{M}'’]/gu, "");
  let slug = "";
  for (const word of plain.match(/[a-z0-9]+/g) ?? []) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > maxSlugLength) break;
    slug = longer;
  }
  return slug;
}

function describeRefusal(
  refused: Extract<AddArticleResult, { ok: false }>,
  slug: string,
): [Omit<ArticleRefusal, "values">, (409 | 422)?] {
  switch (refused.reason) {
    case "slug":
      return [{ errors: { slug: texts.addressMistake(refused.message) } }];
    case "taken":
      return [{ errors: { slug: texts.taken(slug) } }];
    case "closed":
      return [{ text: texts.closed, errors: {} }, 409];
    case "changed":
      return [{ text: texts.changed, errors: {} }, 409];
    case "too-long":
      return [{ text: texts.tooLong, errors: {} }];
    case "unknown":
      return [{ text: texts.unavailable, errors: {} }, 409];
  }
}
