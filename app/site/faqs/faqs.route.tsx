import type { Route } from "./+types/faqs.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { breadcrumbData } from "#app/pages/structured-data.ts";
import { faqData } from "./faq-data.ts";
import { FaqsPage } from "./faqs-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.faqs, matches),
  { "script:ld+json": faqData() },
  { "script:ld+json": breadcrumbData(siteUrlOf(matches), [pages.faqs]) },
];

export default function Faqs() {
  return <FaqsPage />;
}
