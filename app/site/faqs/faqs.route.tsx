import type { Route } from "./+types/faqs.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { findTaxFigures, useTaxFigures } from "#app/pages/tax-figures.ts";
import { faqData, FaqsPage } from "./faqs-page.tsx";

export const handle = { scripts: "island", shared: true, fixedElements: true } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  return { scripts: servicesOf(context).assets.island("faqFilter") };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.faqs, matches),
  { "script:ld+json": faqData(findTaxFigures(matches)) },
];

export default function Faqs({ loaderData: { scripts } }: Route.ComponentProps) {
  return <FaqsPage scripts={scripts} figures={useTaxFigures()} />;
}
