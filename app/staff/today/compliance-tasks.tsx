import { Form, Link } from "react-router";
import { pages } from "#app/pages/registry.ts";
import type { EventChangesView } from "./event-changes.server.ts";
import type { TaskView } from "./today-view.ts";
import { todayTexts } from "./today.messages.ts";

/**
 * The tasks of owners: complaints and those with a legal deadline, changes of the website, and live events that were changed.
 * @param changes what to do about changes of the website, in words
 */
export function ComplianceTasks({
  tasks,
  changes,
  eventChanges,
}: {
  tasks: readonly TaskView[];
  changes: readonly string[];
  eventChanges: EventChangesView | undefined;
}) {
  if (tasks.length + changes.length === 0 && eventChanges === undefined) return null;
  return (
    <section className="today-tasks" aria-labelledby="compliance">
      <h2 id="compliance">{todayTexts.compliance}</h2>
      <ul>
        {changes.map((change) => (
          <li key={change}>
            <Link to={pages.content.path}>{change}</Link>
          </li>
        ))}
        {tasks.map(({ label, due, isLate, path }) => (
          <li key={label}>
            <Link to={path}>{label}</Link>
            {due === "" ? null : ": "}
            <span className={isLate ? "bad" : undefined}>{due}</span>
          </li>
        ))}
        {eventChanges === undefined ? null : <ChangedEvents events={eventChanges.events} />}
      </ul>
      {eventChanges === undefined ? null : (
        <Form method="post" className="acknowledge">
          <input type="hidden" name="seen" value={eventChanges.seen} />
          <button type="submit" className="btn">
            {todayTexts.acknowledge}
          </button>
          <span className="soft small">{todayTexts.acknowledgeHint}</span>
        </Form>
      )}
    </section>
  );
}

/** More would displace the people to follow up with. */
const maxOpenEvents = 5;

/** Events whose words were published without an approval, each with its comparison in the record. */
function ChangedEvents({ events }: Pick<EventChangesView, "events">) {
  const others = events.slice(maxOpenEvents);
  return (
    <>
      <EventItems events={events.slice(0, maxOpenEvents)} />
      {others.length === 0 ? null : (
        <li>
          <details>
            <summary>{todayTexts.moreEvents(others.length)}</summary>
            <ul>
              <EventItems events={others} />
            </ul>
          </details>
        </li>
      )}
    </>
  );
}

function EventItems({ events }: Pick<EventChangesView, "events">) {
  return events.map(({ id, label, path }) => (
    <li key={id}>
      <Link to={path}>{label}</Link>
      {`: ${todayTexts.eventChanged}`}
    </li>
  ));
}
