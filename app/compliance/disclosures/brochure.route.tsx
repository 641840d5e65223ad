import type { Route } from "./+types/brochure.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { documentPages } from "#app/pages/content-pages.ts";
import { BrochurePage } from "./brochure-page.tsx";

export const handle = { scripts: "none", shared: true, frames: ["'self'"] } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(documentPages.formAdvPart2a, matches);

export default function Brochure() {
  return <BrochurePage />;
}
