import { practice } from "#content/practice.ts";

/** The title of a page without the firm's name, and its heading. */
export function titleAndHeading(html: string): { title: string | undefined; heading: string | undefined } {
  const [, title] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const [, heading] = /<h1>([^<]*)<\/h1>/.exec(html) ?? [];
  return { title: title?.replace(` | ${practice.firmName}`, ""), heading };
}
