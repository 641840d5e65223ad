import type { DatabaseConnection } from "#app/data/connection/connect.server.ts";
import { countWaiting } from "#app/events/attendee-page/count-waiting.server.ts";
import { findEvent, listEvents } from "#app/events/schedule/find-events.server.ts";
import { endOf, type LiveEvent } from "#app/events/schedule/live-event.ts";
import {
  addEvent,
  cancelEvent,
  editEvent,
  type EditOutcome,
} from "#app/events/management/manage-events.server.ts";
import { createOutbox } from "#app/email/outbox/outbox.server.ts";
import type { Clock } from "#app/platform/clock.ts";
import { longDayIn, shortDayIn, timeIn } from "#app/platform/zoned-time.ts";
import type { EventOrder } from "./check-event-order.ts";
import { done, refused, type Report } from "./command.ts";

/** Does what was asked. Letters that follow from it are carried by the server: a running one finds them within a second. */
export async function carryOutEventOrder(
  { db, clock }: { db: DatabaseConnection["db"]; clock: Clock },
  order: EventOrder,
): Promise<Report> {
  const actor = { kind: "shell" } as const;
  const deps = { db, clock, actor, outbox: createOutbox(() => undefined) };
  switch (order.kind) {
    case "add": {
      const outcome = await addEvent(deps, order.details);
      if (!outcome.ok) return refused(refusals[outcome.reason]);
      return done(
        lines(
          `Added ${await nameOf(db, outcome.id)}.`,
          counted(outcome.told, "who asked for the next date", "written to"),
        ),
      );
    }
    case "edit": {
      const outcome = await editEvent(deps, order.id, order.changes);
      if (!outcome.ok) return refused(refusalOf(outcome));
      return done(
        lines(
          `Changed. It is now ${await nameOf(db, order.id)}.`,
          counted(outcome.told, "who hold a place", "told of the change"),
          counted(outcome.promoted, "from the waiting list", "given a seat, and told"),
        ),
      );
    }
    case "cancel": {
      const outcome = await cancelEvent(deps, order.id);
      if (!outcome.ok) return refused(refusals[outcome.reason]);
      return done(
        lines(
          `Called off: ${await nameOf(db, order.id)}.`,
          counted(outcome.told, "who hold a place", "told"),
        ),
      );
    }
    case "list": {
      const [events, waiting] = await Promise.all([listEvents(db), countWaiting(db)]);
      if (events.length === 0) return done("There are no events yet.");
      const now = clock.now();
      return done(events.map((event) => lineOf(event, waiting.get(event.id) ?? 0, now)).join("\n"));
    }
  }
}

const refusals = {
  "no-such-time": "The clocks of that zone leave out that hour on that day: choose another --start.",
  past: "That is in the past: choose a --start that is still to come.",
  over: "That event is over, and stays as it was.",
  unknown: "There is no event with that id: list shows them.",
  cancelled: "That event was called off already: add another instead.",
  "changed-meanwhile": "Somebody else has changed that event meanwhile: look at it, and ask again.",
  "already-there": "An event with that title is set for that moment already: list shows it.",
} as const;

function refusalOf(outcome: Extract<EditOutcome, { ok: false }>): string {
  if (outcome.reason !== "seats-taken") return refusals[outcome.reason];
  const { seatsTaken } = outcome;
  const taken = seatsTaken === 1 ? "1 seat is taken" : `${seatsTaken} seats are taken`;
  return `${taken}, so the capacity cannot be lower.`;
}

/** Title, moment and id: whoever set the wrong day or zone sees it here. */
async function nameOf(db: DatabaseConnection["db"], id: string): Promise<string> {
  const event = await findEvent(db, id);
  if (event === undefined) return id;
  const { title, timeZone, startsAt } = event;
  return `${title}, ${longDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)} (${id})`;
}

/** “3 people who hold a place are told.” Nothing where there are none. */
function counted(count: number, who: string, what: string): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? `1 person ${who.replace("hold", "holds")} is ${what}.`
    : `${count} people ${who} are ${what}.`;
}

function lines(...sentences: (string | undefined)[]): string {
  return sentences.filter((sentence) => sentence !== undefined).join("\n");
}

function lineOf(event: LiveEvent, waiting: number, now: Date): string {
  const { id, timeZone, startsAt, seatsTaken, capacity, title } = event;
  const moment = `${shortDayIn(timeZone, startsAt)}, ${timeIn(timeZone, startsAt)}`;
  return [id, stateOf(event, now), moment, `${seatsTaken}/${capacity}`, waiting, title].join("\t");
}

function stateOf(event: LiveEvent, now: Date): string {
  if (event.state === "cancelled") return "cancelled";
  if (endOf(event) <= now) return "past";
  if (event.startsAt <= now) return "live";
  return event.seatsTaken < event.capacity ? "upcoming" : "full";
}
