import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import type { TrackingEvent } from "./event-queue.client.ts";
import { isBookingLink, isCallToAction, nameOfTarget } from "./clicked-link.client.ts";

const idleAfterMs = 60_000;

/** Longer addresses say nothing more. */
const mostCharacters = 1_000;

export type PageWatch = {
  /** The page is shown: for the first time, or again out of the browser's memory. */
  show(isAgain: boolean): void;
  /** It has been there for a moment: what can be seen of it counts from now on. */
  settle(): void;
  /** The visitor leaves, or has come back. */
  endIdleness(): void;
};

/**
 * Watches what a visitor does on this page: how far it is read, when nothing is done, what is pressed. Listens, and changes nothing.
 * @param note takes what has happened
 */
export function watchPage(bookingUrl: string, note: (event: TrackingEvent) => void): PageWatch {
  let shownAt = 0;
  let lastInput = performance.now();
  let reached = Infinity;

  const tell = (event_type: TrackingEventType, details: Partial<TrackingEvent> = {}): void =>
    note({
      event_type,
      url: location.pathname,
      timestamp: new Date().toISOString(),
      timeOnPage: Math.round(performance.now() - shownAt),
      ...details,
    });

  const measureDepth = (): void => {
    const height = document.documentElement.scrollHeight;
    // Browsers scroll by parts of pixels, and may stop just short of the end.
    const seen = ((scrollY + innerHeight + 2) / height) * 100;
    while (reached < 100 && seen >= reached + 25) {
      reached += 25;
      tell("scroll_depth", { percentage: reached });
    }
  };

  const endIdleness = (): void => {
    const idleTime = Math.round(performance.now() - lastInput);
    lastInput = performance.now();
    if (idleTime >= idleAfterMs) tell("user_idle", { idleTime });
  };

  const notePress = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    // The right button opens a menu.
    if (link === null || event.button > 1) return;
    if (isBookingLink(link, bookingUrl)) tell("booking_click", { target: nameOfTarget(link) });
    else if (isCallToAction(link)) tell("call_to_action", { target: nameOfTarget(link) });
  };

  for (const input of ["pointerdown", "pointermove", "keydown", "scroll", "wheel"]) {
    addEventListener(input, endIdleness, { passive: true, capture: true });
  }
  addEventListener("scroll", measureDepth, { passive: true });
  for (const press of ["click", "auxclick"] as const) addEventListener(press, notePress, { capture: true });

  return {
    show(isAgain) {
      reached = Infinity;
      lastInput = performance.now();
      if (isAgain) shownAt = lastInput;
      // Nobody has come from elsewhere once more: neither with a reload nor with a step back.
      tell("page_view", isAgain || !hasArrived() ? {} : arrival());
    },
    settle() {
      if (reached === Infinity) reached = 0;
      measureDepth();
    },
    endIdleness,
  };
}

function hasArrived(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return !(navigation instanceof PerformanceNavigationTiming) || navigation.type === "navigate";
}

/** What led to this page; the server keeps what it says of a campaign, and no other part of the query. */
function arrival(): Partial<TrackingEvent> {
  return {
    url: (location.pathname + location.search).slice(0, mostCharacters),
    referrer: document.referrer.slice(0, mostCharacters),
  };
}
