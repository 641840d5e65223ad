import type { Insertable } from "kysely";
import type { TrackingEventsTable, TrackingEventType } from "#app/data/schema/tracking-events.ts";
import type { Touch, TrafficClass, VisitorsTable } from "#app/data/schema/visitors.ts";
import { chooseSource } from "#app/tracking/attribution/visit-source.ts";
import { listArticles } from "#app/pages/articles.ts";
import { pages } from "#app/pages/registry.ts";
import { practice } from "#content/practice.ts";
import { demoId } from "./demo-id.ts";
import { browsers, robots } from "./sample-words.ts";
import type { Dice } from "./random.ts";

/** A visit with its events. */
export type DemoVisit = { visitor: Visitor; events: Insertable<TrackingEventsTable>[] };
export type Visitor = Insertable<VisitorsTable> & { id: string; createdAt: Date };

const dayMs = 86_400_000;

/** The sources of visits with their percentages. Referrers are URLs as browsers send them. */
const sources: readonly (readonly [Pick<Touch, "referrer" | "campaign">, number])[] = [
  [{ referrer: null, campaign: {} }, 34],
  [{ referrer: "https://www.google.com/", campaign: {} }, 27],
  [{ referrer: "https://www.linkedin.com/", campaign: {} }, 12],
  [
    {
      referrer: "https://www.linkedin.com/",
      campaign: { source: "linkedin", medium: "social", campaign: "live-event" },
    },
    9,
  ],
  [{ referrer: null, campaign: { source: "newsletter", medium: "email", campaign: "monthly" } }, 8],
  [{ referrer: "https://www.bing.com/", campaign: {} }, 4],
  [{ referrer: "https://duckduckgo.com/", campaign: {} }, 3],
  [{ referrer: "https://cpa-partner.example/", campaign: {} }, 3],
];

/** Landing pages and later pages. */
const listPages = (): readonly (readonly [string, number])[] => [
  [pages.home.path, 30],
  ...listArticles().map(({ path }) => [path, 6] as const),
  [pages.assessment.path, 10],
  [pages.eventSignup.path, 9],
  [`/${practice.servicePageSlug}`, 8],
  ["/business-valuation", 5],
  ["/tax-strategies", 5],
  ["/succession-planning", 4],
  [pages.faqs.path, 5],
  [pages.reviews.path, 3],
  ["/about", 3],
];

/** A year of visits, oldest first, with monthly growth and fewer on weekends. */
export function demoVisits(dice: Dice, now: Date): DemoVisit[] {
  const found: DemoVisit[] = [];
  for (let daysAgo = 364; daysAgo >= 0; daysAgo -= 1) {
    const midnight = new Date(Math.floor((now.getTime() - daysAgo * dayMs) / dayMs) * dayMs);
    const isWeekend = [0, 6].includes(midnight.getUTCDay());
    const growth = 1 + (364 - daysAgo) / 364;
    const count = Math.round((isWeekend ? 7 : 13) * growth * (0.75 + dice.next() / 2));
    for (let nth = 0; nth < count; nth += 1) {
      const at = new Date(midnight.getTime() + hourOfDay(dice) * 3_600_000);
      if (at < now) found.push(demoVisit(dice, at));
    }
  }
  return found.toSorted((one, other) => one.visitor.createdAt.getTime() - other.visitor.createdAt.getTime());
}

/** UTC hours of the morning, noon and evening in Texas. */
function hourOfDay(dice: Dice): number {
  const [from, to] = dice.weighted<readonly [number, number]>([
    [[12, 16], 35],
    [[16, 21], 40],
    [[0, 5], 25],
  ]);
  return from + dice.next() * (to - from);
}

/** @param firstPage the landing page; random if undefined */
export function demoVisit(dice: Dice, at: Date, firstPage?: string): DemoVisit {
  const landingPage = firstPage ?? dice.weighted(listPages());
  const source = dice.weighted(sources);
  const touch: Touch = { at: at.toISOString(), landingPage, ...source, clickId: null };
  const id = demoId(dice.next);
  const who = browserOf(dice, firstPage === undefined ? undefined : "person");
  const visitor = {
    id,
    firstName: "Anonymous",
    lastName: "Visitor",
    email: `visit-${id}@visitors.invalid`,
    source: chooseSource(touch),
    ipAddress: `${dice.one(["192.0.2", "198.51.100", "203.0.113"])}.${dice.between(1, 254)}`,
    ...who,
    createdAt: at,
    browserKey: demoId(dice.next),
    leadId: null,
    visitId: null,
    firstTouch: null,
    lastTouch: touch,
  };
  return { visitor, events: who.trafficClass === "machine" ? [] : eventsOf(dice, visitor, touch) };
}

function browserOf(
  dice: Dice,
  known?: TrafficClass,
): Pick<Visitor, "userAgent" | "trafficClass" | "classReason"> {
  const trafficClass =
    known ??
    dice.weighted<TrafficClass>([
      ["person", 84],
      ["unsure", 4],
      ["machine", 12],
    ]);
  if (trafficClass === "machine") {
    const [userAgent, classReason] = dice.one(robots);
    return { userAgent, trafficClass, classReason };
  }
  const classReason = trafficClass === "unsure" ? "without the headers of a browser" : null;
  return { userAgent: dice.one(browsers), trafficClass, classReason };
}

/** The events of a reader: page views with scroll depth and reading time, sometimes a click at the end. */
function eventsOf(dice: Dice, { id, createdAt }: Visitor, touch: Touch): Insertable<TrackingEventsTable>[] {
  const found: Insertable<TrackingEventsTable>[] = [];
  let url = touch.landingPage;
  let at = createdAt.getTime();
  let shownAt = at;
  const addEvent = (
    eventType: TrackingEventType,
    afterMs: number,
    details: Partial<TrackingEventsTable> = {},
  ) => {
    at += afterMs;
    found.push({
      id: demoId(dice.next),
      visitId: id,
      eventType,
      url,
      timestamp: new Date(at),
      percentage: null,
      idleTime: null,
      timeOnPage: at - shownAt,
      target: null,
      touch: null,
      ...details,
    });
  };
  const count = dice.weighted([
    [1, 52],
    [2, 26],
    [3, 13],
    [5, 9],
  ]);
  for (let page = 0; page < count; page += 1) {
    shownAt = at;
    addEvent("page_view", 0, page === 0 ? { touch } : {});
    const depth = dice.weighted([
      [0, 18],
      [25, 20],
      [50, 20],
      [75, 17],
      [100, 25],
    ]);
    for (let percentage = 25; percentage <= depth; percentage += 25) {
      addEvent("scroll_depth", dice.between(4_000, 45_000), { percentage });
    }
    if (dice.happens(0.12)) {
      const idleTime = dice.between(60_000, 600_000);
      addEvent("user_idle", idleTime, { idleTime });
    }
    if (dice.happens(0.05)) {
      addEvent("call_to_action", dice.between(2_000, 20_000), { target: pages.assessment.path });
    }
    if (dice.happens(0.015)) {
      addEvent("booking_click", dice.between(2_000, 20_000), { target: "Schedule Your Strategy Call" });
    }
    at += dice.between(3_000, 30_000);
    url = dice.weighted(listPages());
  }
  return found;
}
