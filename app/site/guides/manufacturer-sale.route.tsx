import type { Route } from "./+types/manufacturer-sale.route";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { usePromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { manufacturerSaleData } from "./guide-data.ts";
import { ManufacturerSalePage } from "./manufacturer-sale-page.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.manufacturerSale, matches),
  { "script:ld+json": manufacturerSaleData(getSiteUrl(matches)) },
];

export default function ManufacturerSale() {
  return <ManufacturerSalePage promoted={usePromotedEvent()} />;
}
