import { levels } from "#app/assessments/questions/score.ts";
import type { LiveEvent } from "#app/events/schedule/live-event.ts";
import {
  trackingEventTypes,
  type TrackingQuery,
  trafficClasses,
  type VisitorQuery,
} from "#app/tracking/lists/visit-query.ts";
import type { TrafficClass } from "#app/tracking/lists/visit-query.ts";
import type { TrackingEventType } from "#app/tracking/lists/visit-query.ts";
import type { SignupState } from "#app/events/lists/signup-query.ts";
import { type SignupQuery, signupStates } from "#app/events/lists/signup-query.ts";
import type { AssessmentQuery } from "#app/assessments/lists/assessment-query.ts";
import { shortDayIn } from "#app/platform/zoned-time.ts";
import { pages } from "#app/pages/registry.ts";
import type { ListQuery, ListSpecification } from "#app/staff/data-table/list-url.ts";
import { filterTexts } from "./leads.messages.ts";

// What can be asked of the four lists, of their pages and of their exports in the same words.

const { labels, hints, sorts, states, classes, types } = filterTexts;

export const assessmentList = {
  path: pages.assessmentList.path,
  search: { label: labels.search, hint: hints.person },
  hasDays: true,
  filters: { level: { label: labels.level, choices: levels.map(({ level }) => choice(level, level)) } },
  sorts: [sorts.newest, sorts.oldest, sorts.highest, sorts.lowest, sorts.name],
} as const satisfies ListSpecification;

export function assessmentQueryOf({
  filters,
  ...asked
}: ListQuery<"level", AssessmentQuery["sort"]>): AssessmentQuery {
  return { ...asked, level: levels.find(({ level }) => level === filters.level)?.level };
}

/** @param events those that somebody can have signed up for */
export function signupListOf(events: readonly Pick<LiveEvent, "id" | "title" | "startsAt" | "timeZone">[]) {
  return {
    path: pages.signupList.path,
    search: { label: labels.search, hint: hints.person },
    hasDays: true,
    filters: {
      event: {
        label: labels.event,
        choices: events.map(({ id, title, startsAt, timeZone }) =>
          choice(id, `${shortDayIn(timeZone, startsAt)}: ${title}`),
        ),
      },
      state: { label: labels.state, choices: signupStates.map((state) => choice(state, states[state])) },
    },
    sorts: [sorts.newest, sorts.oldest, sorts.name],
  } as const satisfies ListSpecification;
}

export function signupQueryOf({
  filters,
  ...asked
}: ListQuery<"event" | "state", SignupQuery["sort"]>): SignupQuery {
  return { ...asked, event: filters.event, state: oneOf<SignupState>(signupStates, filters.state) };
}

export const visitorList = {
  path: pages.visitorList.path,
  search: { label: labels.search, hint: hints.identified },
  hasDays: true,
  filters: {
    source: { label: labels.source, maximumLength: 500, hint: hints.source },
    class: { label: labels.class, choices: trafficClasses.map((each) => choice(each, classes[each])) },
  },
  sorts: [sorts.newest, sorts.oldest],
} as const satisfies ListSpecification;

export function visitorQueryOf({
  filters,
  ...asked
}: ListQuery<"source" | "class", VisitorQuery["sort"]>): VisitorQuery {
  const trafficClass = oneOf<TrafficClass>(trafficClasses, filters.class);
  return { ...asked, source: filters.source, trafficClass };
}

export const trackingList = {
  path: pages.trackingList.path,
  hasDays: true,
  filters: {
    type: { label: labels.type, choices: trackingEventTypes.map((type) => choice(type, types[type])) },
    page: { label: labels.page, maximumLength: 500, hint: hints.page },
    visit: { label: labels.visit, maximumLength: 36, hint: hints.visit, form: "id" },
  },
  sorts: [sorts.newest, sorts.oldest],
} as const satisfies ListSpecification;

export function trackingQueryOf({
  filters,
  ...asked
}: ListQuery<"type" | "page" | "visit", TrackingQuery["sort"]>): TrackingQuery {
  const { page, visit } = filters;
  return { ...asked, page, visit, eventType: oneOf<TrackingEventType>(trackingEventTypes, filters.type) };
}

function choice<Value extends string>(value: Value, label: string) {
  return { value, label };
}

/** An address was read by the list's own choices: this only tells the type checker so. */
function oneOf<Value extends string>(all: readonly Value[], asked: string | undefined): Value | undefined {
  return all.find((each) => each === asked);
}
