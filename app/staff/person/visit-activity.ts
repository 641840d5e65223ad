import type { PersonData } from "#app/people/export/load-person.server.ts";

type TrackedEvent = Omit<PersonData["events"][number], "id">;
type Touch = NonNullable<PersonData["visits"][number]["firstTouch"]>;

/** Lists the pages and clicks of a visit in order, such as “/faqs, 75% read, 2 min”. */
export function pagesRead(events: readonly TrackedEvent[]): string[] {
  return listSteps(events).map(inWords);
}

/** The latest different pages, the last one first, with how far and how long each was read. @param most the maximum number */
export function lastPagesRead(
  events: readonly TrackedEvent[],
  most: number,
): { url: string; at: Date; detail: string[] }[] {
  const pages = listSteps(events)
    .filter(({ isPage }) => isPage)
    .toReversed();
  const urls = [...new Set(pages.map(({ url }) => url))].slice(0, most);
  return urls.flatMap((url) => {
    const page = pages.find((each) => each.url === url);
    return page === undefined ? [] : [{ url, at: page.at, detail: describeReading(page) }];
  });
}

function listSteps(events: readonly TrackedEvent[]): Step[] {
  const steps: Step[] = [];
  for (const event of events) {
    const page = steps.findLast(({ url, isPage }) => isPage && url === event.url);
    if (page === undefined || event.eventType === "page_view") steps.push(createStep(event));
    else if (isPress(event)) steps.push(createStep(event));
    else {
      page.percentage = Math.max(page.percentage, event.percentage ?? 0);
      page.timeOnPage = Math.max(page.timeOnPage, event.timeOnPage ?? 0);
    }
  }
  return steps;
}

type Step = {
  url: string;
  at: Date;
  isPage: boolean;
  pressed: string;
  percentage: number;
  timeOnPage: number;
};

function createStep(event: TrackedEvent): Step {
  const { url, target, percentage, timeOnPage, timestamp: at } = event;
  const isPage = !isPress(event);
  const what = event.eventType === "booking_click" ? "Opened the scheduling page" : "Clicked";
  const pressed = isPage ? "" : `${what}${target === null ? "" : ` “${target}”`} on ${url}`;
  return { url, at, isPage, pressed, percentage: percentage ?? 0, timeOnPage: timeOnPage ?? 0 };
}

function isPress({ eventType }: TrackedEvent): boolean {
  return eventType === "call_to_action" || eventType === "booking_click";
}

function inWords(step: Step): string {
  return step.isPage ? [step.url, ...describeReading(step)].join(", ") : step.pressed;
}

/** [“75% read”, “2 min”] */
function describeReading({ percentage, timeOnPage }: Step): string[] {
  return [...(percentage === 0 ? [] : [`${percentage}% read`]), ...formatDuration(timeOnPage)];
}

function formatDuration(ms: number): string[] {
  const seconds = Math.round(ms / 1000);
  if (seconds === 0) return [];
  return [seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`];
}

/** The campaign parameters of a URL, from general to specific. The database stores them in a different order. */
const campaignWords = ["source", "medium", "campaign", "term", "content"] as const;

/** Describes a traffic source, such as “campaign newsletter / email, from https://…, to /faqs”. */
export function touchText(touch: Touch | null): string | undefined {
  if (touch === null) return undefined;
  const { landingPage, referrer, campaign, clickId } = touch;
  const named = campaignWords.flatMap((word) => campaign[word] ?? []);
  const parts = [
    ...(named.length === 0 ? [] : [`campaign ${named.join(" / ")}`]),
    ...(clickId === null ? [] : [`an advertisement (${clickId.kind})`]),
    referrer === null ? "direct" : `from ${referrer}`,
    `to ${landingPage}`,
  ];
  return parts.join(", ");
}
