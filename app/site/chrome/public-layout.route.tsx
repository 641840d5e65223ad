import { Outlet, useLocation } from "react-router";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { Route } from "./+types/public-layout.route";
import { toPromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { SiteFooter } from "./site-footer.tsx";
import { SampleBanner } from "./sample-banner.tsx";
import { SiteHeader } from "#app/site/header/site-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { promoted: toPromotedEvent(servicesOf(context).events.eventStatus()) };
}

/** Header and footer of public pages. */
export default function PublicLayout({ loaderData: { promoted } }: Route.ComponentProps) {
  return (
    <>
      <SampleBanner />
      <SiteHeader path={useLocation().pathname} promoted={promoted} />
      <main id="main">
        <Outlet />
      </main>
      <SiteFooter />
    </>
  );
}
