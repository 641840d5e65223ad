import { Outlet, useLocation } from "react-router";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { Route } from "./+types/public-layout.route";
import { loadTaxYear } from "#app/pages/tax-figures.ts";
import { toPromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { printFoot } from "./print-foot.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SampleBanner } from "./sample-banner.tsx";
import { SiteHeader } from "#app/site/header/site-header.tsx";

export function loader({ context, request }: Route.LoaderArgs) {
  const { events, clock } = servicesOf(context);
  return {
    promoted: toPromotedEvent(events.eventStatus()),
    foot: printFoot(new URL(request.url).pathname),
    ...loadTaxYear(clock.now()),
  };
}

/** Header and footer of public pages. */
export default function PublicLayout({ loaderData: { promoted, foot } }: Route.ComponentProps) {
  return (
    <>
      <SampleBanner />
      <SiteHeader path={useLocation().pathname} promoted={promoted} />
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter />
      <style>{foot}</style>
    </>
  );
}
