import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { type Page, pages } from "#app/pages/registry.ts";
import { confirmationPaths } from "#app/events/signup/confirmation-pages.ts";
import type { Route } from "./+types/event-confirmation.route";
import { EventConfirmation } from "./event-confirmation.tsx";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(confirmationPages[findOutcome(location.pathname)], matches);

const confirmationPages = {
  seat: pages.eventRegistered,
  waiting: pages.eventWaitingList,
  "next-date": pages.eventNextDate,
} as const satisfies Record<SignUpOutcome, Page>;

/** The three confirmation pages, distinguished by their path. */
export default function EventConfirmationRoute({ matches }: Route.ComponentProps) {
  return <EventConfirmation outcome={findOutcome(matches.at(-1)?.pathname ?? "")} />;
}

function findOutcome(path: string): SignUpOutcome {
  const outcomes = Object.keys(confirmationPaths) as SignUpOutcome[]; // the object's own keys
  const outcome = outcomes.find((each) => confirmationPaths[each] === path);
  // `routes.ts` has a route for each outcome.
  if (outcome === undefined) throw new Error(`No sign-up leads to ${path}.`);
  return outcome;
}
