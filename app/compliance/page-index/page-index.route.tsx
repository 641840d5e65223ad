import type { Route } from "./+types/page-index.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { Island } from "#app/ui/islands/island.tsx";
import { PageIndex } from "./page-index.tsx";

export const handle = { scripts: "island", shared: true, visits: false } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { scripts: servicesOf(context).assets.island("pageIndex") };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.complianceDashboard, matches);

export default function PageIndexScreen({ loaderData: { scripts } }: Route.ComponentProps) {
  return (
    <Island scripts={scripts} props={{}}>
      <PageIndex />
    </Island>
  );
}
