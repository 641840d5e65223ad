import { servicesOf } from "#app/request-context/request-context.server.ts";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { pageMeta } from "#app/pages/page-meta.ts";
import { pages } from "#app/pages/registry.ts";
import { longDayIn, timeIn } from "#app/platform/calendar/zoned-time.ts";
import { FactList } from "#app/ui/fact-list.tsx";
import { liveEvent } from "#content/live-event.ts";
import type { Route } from "./+types/check-email.route";
import { ConfirmationPage, TextWithPhone } from "./confirmation-page.tsx";
import { checkEmailMessages, waitForStaffMessages } from "./confirmation.messages.ts";

export const handle = { scripts: "none", shared: true } satisfies PageHandle;

export function loader({ context }: Route.LoaderArgs) {
  const { sendsEmail, events } = servicesOf(context);
  const pending = events.openEvents().map(({ event: { id, title, startsAt, timeZone } }) => {
    const time = timeIn(timeZone, startsAt).replaceAll(" ", "\u00a0");
    const when = `${longDayIn(timeZone, startsAt)}, ${time}`;
    return { id: events.isOnlyEvent(id) ? "event" : `event-${id}`, title, when };
  });
  return { sendsEmail, events: pending };
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(pages.checkEmail, matches);

/**
 * Explains the next step after a form whose mailbox must be confirmed. It is the same page for every visitor, so it contains nothing that
 * was entered. An event is displayed only after a sign-up for it, which the URL fragment indicates.
 */
export default function CheckEmailRoute({ loaderData: { sendsEmail, events } }: Route.ComponentProps) {
  const { heading, lead, steps, seat, help } = sendsEmail ? checkEmailMessages : waitForStaffMessages;
  const { article } = liveEvent.confirmation;
  return (
    <ConfirmationPage heading={heading} lead={lead}>
      {events.map(({ id, title, when }) => (
        <div className="pending-event" id={id} key={id}>
          <FactList
            facts={[
              ["Live event", title],
              ["When", when],
              ["Your seat", seat],
            ]}
          />
        </div>
      ))}
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p>
        <TextWithPhone text={help} />
      </p>
      <p>
        {`${article.heading}: `}
        <a href={article.link.path}>{article.link.label}</a>
      </p>
      <p className="acts">
        <a className="btn" href="/">
          Return to the homepage
        </a>
      </p>
    </ConfirmationPage>
  );
}
