import type { Route } from "./+types/brochure.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { breadcrumbData } from "#app/pages/structured-data.ts";
import { BrochurePage } from "./brochure-page.tsx";

export const handle = { scripts: "none", shared: true, frames: ["'self'"] } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(documentPages.formAdvPart2a, matches),
  { "script:ld+json": breadcrumbData(siteUrlOf(matches), [documentPages.formAdvPart2a]) },
];

export default function Brochure() {
  return <BrochurePage />;
}
