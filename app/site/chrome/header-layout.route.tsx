import { Outlet, useLocation } from "react-router";
import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { Route } from "./+types/header-layout.route";
import { toPromotedEvent } from "#app/site/live-event/promoted-event.ts";
import { SampleBanner } from "./sample-banner.tsx";
import { SiteHeader } from "#app/site/header/site-header.tsx";

export function loader({ context }: Route.LoaderArgs) {
  return { promoted: toPromotedEvent(servicesOf(context).events.eventStatus()) };
}

/** Renders the site header above pages with their own main element. The URL table uses it for the sign-in screens. */
export default function HeaderLayout({ loaderData: { promoted } }: Route.ComponentProps) {
  return (
    <>
      <SampleBanner />
      <SiteHeader path={useLocation().pathname} promoted={promoted} />
      <Outlet />
    </>
  );
}
