import type { Route } from "./+types/brochure.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { breadcrumbData } from "#app/pages/structured-data.ts";
import { BrochurePage } from "./brochure-page.tsx";

export const handle = { scripts: "none", shared: true, frames: ["'self'"] } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.formAdvPart2a, matches),
  { "script:ld+json": breadcrumbData(siteUrlOf(matches), [pages.formAdvPart2a]) },
];

export default function Brochure() {
  return <BrochurePage />;
}
