import type { MetaDescriptor } from "react-router";
import { pageMeta } from "#app/pages/page-meta.ts";
import type { Page } from "#app/pages/registry.ts";

/**
 * The head of a page whose address is a secret: what the page asks for, and what it leads to, must not learn it.
 * @param title of what the page shows now, which is not always the same
 */
export function secretPageMeta(
  page: Page,
  title: string,
  matches: Parameters<typeof pageMeta>[1],
): MetaDescriptor[] {
  return [...pageMeta({ ...page, title }, matches), { name: "referrer", content: "origin" }];
}
