import type { Route } from "./+types/reviews.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta, siteUrlOf } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { breadcrumbData } from "#app/pages/structured-data.ts";
import { practice } from "#content/practice.ts";
import { ReviewsPage } from "./reviews-page.tsx";

const widgetOrigin = new URL(practice.reviews.widgetUrl).origin;

export const handle = { scripts: "island", shared: true, frames: [widgetOrigin] } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { scripts: servicesOf(context).assets.island("reviewsFrame") };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.reviews, matches),
  { "script:ld+json": breadcrumbData(siteUrlOf(matches), [pages.reviews]) },
];

export default function Reviews({ loaderData: { scripts } }: Route.ComponentProps) {
  return <ReviewsPage scripts={scripts} />;
}
