import type { Route } from "./+types/disclosure.route";
import { getDocumentPage } from "#app/pages/content-pages.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { DisclosurePage } from "./disclosure-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(getDocumentPage(location.pathname), matches);

/** Renders every regulatory document as text. The path selects the document. */
export default function Disclosure({ matches }: Route.ComponentProps) {
  return <DisclosurePage document={getDocumentPage(matches.at(-1)?.pathname ?? "").document} />;
}
