import { Document, isMap, isScalar, type YAMLMap } from "yaml";
import { z } from "zod";
import { articleSchema } from "#content/document-schema.ts";

/** What is known about a new article. */
export type NewArticle = {
  title: string;
  /** A calendar date such as `2026-11-28`. */
  today: string;
  /** As it is printed. */
  dateShown: string;
  /** Its place in the menu, after all other articles. */
  order: number;
};

const maxMenuLabelLength = 42;

/**
 * The source of a new article: its front matter with what is known, a blank for each other required field, and what the schema says about
 * it. Blanks are mistakes, so that no article is submitted before they are filled in.
 */
export function createArticle({ title, today, dateShown, order }: NewArticle): string {
  const document = new Document({
    title,
    alternativeTitle: "",
    topic: "",
    summary: "",
    figure: { shown: "", meaning: "" },
    menuLabel: title.length > maxMenuLabelLength ? "" : title,
    description: "",
    published: today,
    modified: today,
    dateShown,
    keywords: ["", "", ""],
    order,
    related: ["/seven-steps", "/manufacturer-sale"],
  });
  if (isMap(document.contents)) describeBlanks(document.contents, articleSchema);
  return `---\n${document.toString({ lineWidth: 0 })}---\n\n`;
}

/** Adds what the schema says about a field as a comment to each blank. */
function describeBlanks(fields: YAMLMap, { shape }: z.ZodObject): void {
  for (const { key, value } of fields.items) {
    const schema: unknown = shape[String(key)];
    if (isMap(value) && schema instanceof z.ZodObject) describeBlanks(value, schema);
    if (!isScalar(value) || value.value !== "") continue;
    const description = schema instanceof z.ZodType ? schema.description : undefined;
    if (description !== undefined) value.comment = ` ${description}`;
  }
}
