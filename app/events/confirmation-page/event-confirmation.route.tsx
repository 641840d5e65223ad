import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import type { Page } from "#app/pages/page.ts";
import { pages } from "#app/pages/registry.ts";
import { confirmationPaths } from "#app/events/signup/confirmation-pages.ts";
import { countSeatsLeft, endOf, type EventReader } from "#app/events/schedule/live-event.ts";
import { createEventView } from "#app/events/signup-page/event-view.ts";
import type { Route } from "./+types/event-confirmation.route";
import { EventConfirmation } from "./event-confirmation.tsx";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";

export const handle = { scripts: "island", shared: true } satisfies PageHandle;

export function loader({ context, params }: Route.LoaderArgs) {
  const { events, clock, assets, siteUrl } = servicesOf(context);
  const event = findConfirmedEvent(events, params, clock.now());
  return { event, siteUrl, scripts: assets.island("eventConfirmation") };
}

/** The event of the page; undefined once it is over. The general page is about an event only if there is no other. */
function findConfirmedEvent(events: EventReader, params: { eventId?: string | undefined }, now: Date) {
  const status = events.eventStatus();
  const current = status.phase === "none" || !events.isOnlyEvent(status.event.id) ? undefined : status.event;
  const event = params.eventId === undefined ? current : events.findEvent(params.eventId);
  if (event === undefined || event.state === "cancelled" || endOf(event) <= now) return undefined;
  return createEventView(events, { event, seatsLeft: countSeatsLeft(event, now) });
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(confirmationPages[findOutcome(location.pathname)], matches);

const confirmationPages = {
  seat: pages.eventRegistered,
  waiting: pages.eventWaitingList,
  "next-date": pages.eventNextDate,
} as const satisfies Record<SignUpOutcome, Page>;

/** The three confirmation pages, distinguished by their path. */
export default function EventConfirmationRoute({ loaderData, matches }: Route.ComponentProps) {
  return <EventConfirmation outcome={findOutcome(matches.at(-1)?.pathname ?? "")} {...loaderData} />;
}

function findOutcome(path: string): SignUpOutcome {
  const outcomes = Object.keys(confirmationPaths) as SignUpOutcome[]; // the object's own keys
  const outcome = outcomes.find((each) => `${path}/`.startsWith(`${confirmationPaths[each]}/`));
  // `routes.ts` has a route for each outcome.
  if (outcome === undefined) throw new Error(`No sign-up leads to ${path}.`);
  return outcome;
}
