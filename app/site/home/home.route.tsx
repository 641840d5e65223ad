import type { Route } from "./+types/home.route";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { feedLink, getSiteUrl, pageMeta } from "#app/pages/page-meta.ts";
import { yearsOfPractice } from "#app/pages/practice-age.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { businessData } from "./business-data.ts";
import { ManufacturerSale } from "./manufacturer-sale.tsx";
import { usePromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { ClosingBand } from "./closing-band.tsx";
import { EventBand } from "#app/site/live-event/event-band.tsx";
import { Hero } from "./hero.tsx";
import {
  AdvisorNote,
  OwnerQuestions,
  PracticeFacts,
  ServiceCards,
  SuccessStories,
  ValuePropositions,
} from "./home-sections.tsx";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  const now = servicesOf(context).clock.now();
  return { years: yearsOfPractice(practice.advisor.fiduciarySince, now, practice.timeZone) };
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(pages.home, matches),
  feedLink(),
  { "script:ld+json": businessData(getSiteUrl(matches)) },
];

/** The sections of specification section 1 in their order. The facts, the event, the drawing and the advisor’s note join the first two. */
export default function Home({ loaderData: { years } }: Route.ComponentProps) {
  return (
    <>
      <Hero years={years} />
      <PracticeFacts years={years} />
      <EventBand promoted={usePromotedEvent()} />
      <ValuePropositions />
      <ManufacturerSale />
      <AdvisorNote />
      <SuccessStories />
      <ServiceCards />
      <OwnerQuestions />
      <ClosingBand />
    </>
  );
}
