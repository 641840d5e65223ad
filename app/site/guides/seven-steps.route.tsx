import type { Route } from "./+types/seven-steps.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { SevenStepsPage } from "./seven-steps-page.tsx";
import { sevenStepsData } from "./guide-data.ts";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.sevenSteps, matches),
  { "script:ld+json": sevenStepsData(getSiteUrl(matches)) },
];

export default function SevenSteps() {
  return <SevenStepsPage />;
}
