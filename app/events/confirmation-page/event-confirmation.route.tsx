import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { confirmationPages } from "#app/events/signup/confirmation-pages.ts";
import type { Route } from "./+types/event-confirmation.route";
import { EventConfirmation } from "./event-confirmation.tsx";
import type { SignUpOutcome } from "#app/events/signup/sign-up-outcome.ts";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(confirmationPages[outcomeAt(location.pathname)], matches);

/** All three confirmations: the address decides which. */
export default function EventConfirmationRoute({ matches }: Route.ComponentProps) {
  return <EventConfirmation outcome={outcomeAt(matches.at(-1)?.pathname ?? "")} />;
}

function outcomeAt(path: string): SignUpOutcome {
  const outcomes = Object.keys(confirmationPages) as SignUpOutcome[]; // the object's own keys
  const outcome = outcomes.find((each) => confirmationPages[each].path === path);
  // `routes.ts` has a route for each, so this is a mistake of ours.
  if (outcome === undefined) throw new Error(`No sign-up ends at ${path}`);
  return outcome;
}
