import type { Route } from "./+types/reviews.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { ReviewsPage } from "./reviews-page.tsx";

const widgetOrigin = new URL(practice.reviews.widgetUrl).origin;

export const handle = { scripts: "island", shared: true, frames: [widgetOrigin] } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { scripts: servicesOf(context).assets.island("reviewsFrame") };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.reviews, matches);

export default function Reviews({ loaderData: { scripts } }: Route.ComponentProps) {
  return <ReviewsPage scripts={scripts} />;
}
