import type { TrackingEventType } from "#app/data/schema/tracking-events.ts";
import type { TrackingEvent } from "./event-queue.client.ts";

const minIdleMs = 60_000;

const maxUrlLength = 1_000;

export type PageObserver = {
  /** Records a page view. @param isRestored whether the page comes from the back/forward cache */
  show(isRestored: boolean): void;
  /** Starts measuring the scroll depth, a moment after the page is displayed. */
  startDepth(): void;
  /** Called when the visitor leaves or returns. */
  recordIdleTime(): void;
};

/** Observes scroll depth, idle time and clicked links on this page. */
export function observePage(bookingUrl: string, record: (event: TrackingEvent) => void): PageObserver {
  let shownAt = 0;
  let lastInput = performance.now();
  let reached = Infinity;

  const recordEvent = (event_type: TrackingEventType, details: Partial<TrackingEvent> = {}): void =>
    record({
      event_type,
      url: location.pathname,
      timestamp: new Date().toISOString(),
      timeOnPage: Math.round(performance.now() - shownAt),
      ...details,
    });

  const measureDepth = (): void => {
    const height = document.documentElement.scrollHeight;
    // Browsers scroll by fractions of pixels and may stop just before the end.
    const seen = ((scrollY + innerHeight + 2) / height) * 100;
    while (reached < 100 && seen >= reached + 25) {
      reached += 25;
      recordEvent("scroll_depth", { percentage: reached });
    }
  };

  const recordIdleTime = (): void => {
    const idleTime = Math.round(performance.now() - lastInput);
    lastInput = performance.now();
    if (idleTime >= minIdleMs) recordEvent("user_idle", { idleTime });
  };

  const recordClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    // The right button opens the context menu.
    if (link === null || event.button > 1) return;
    if (isBookingLink(link, bookingUrl)) recordEvent("booking_click", { target: describeLink(link) });
    else if (isCallToAction(link)) recordEvent("call_to_action", { target: describeLink(link) });
  };

  for (const input of ["pointerdown", "pointermove", "keydown", "scroll", "wheel"]) {
    addEventListener(input, recordIdleTime, { passive: true, capture: true });
  }
  addEventListener("scroll", measureDepth, { passive: true });
  for (const press of ["click", "auxclick"] as const) addEventListener(press, recordClick, { capture: true });

  return {
    show(isRestored) {
      reached = Infinity;
      lastInput = performance.now();
      if (isRestored) shownAt = lastInput;
      // A reload or a step back is not a new arrival from another site.
      recordEvent("page_view", isRestored || !hasArrived() ? {} : readArrival());
    },
    startDepth() {
      if (reached === Infinity) reached = 0;
      measureDepth();
    },
    recordIdleTime,
  };
}

function hasArrived(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return !(navigation instanceof PerformanceNavigationTiming) || navigation.type === "navigate";
}

/** The URL and referrer of an arrival. The server stores only the campaign parameters of the query. */
function readArrival(): Partial<TrackingEvent> {
  return {
    url: (location.pathname + location.search).slice(0, maxUrlLength),
    referrer: document.referrer.slice(0, maxUrlLength),
  };
}

/** Links in the main content that lead to a form, and buttons that start one or open an email. Steps within a form are excluded. */
export const callToAction =
  'main a:is([href="/pre-loi-assessment"],[href="/linkedin-live-signup"]),a.btn:is([href^="mailto:"],[href^="#"]:not(.stepped))';

function isCallToAction(link: Element): boolean {
  return link.matches(callToAction);
}

function isBookingLink(link: HTMLAnchorElement, bookingUrl: string): boolean {
  return link.href.startsWith(bookingUrl);
}

/** The path of an internal link, or the visible text of another link, because `mailto:` URLs contain more than an address. */
function describeLink(link: Element): string {
  const href = link.getAttribute("href") ?? "";
  if (href.startsWith("/")) return href;
  const visible = [...link.childNodes].filter(
    (node) => !(node instanceof Element && node.matches(".unseen")),
  );
  const text = visible.map((node) => node.textContent ?? "").join("");
  return text.trim().replaceAll(/\s+/g, " ").slice(0, 100);
}
