import { createEventQueue } from "./event-queue.client.ts";
import { isTrackable, isOptedOut, visitKey } from "./visit-cookies.client.ts";
import { observePage } from "./observe-page.client.ts";
import { recordVisit, saveLanding } from "./record-visit.client.ts";

/** Specification sections 4 and 9: how long after a page has loaded its visit is recorded. */
const delayMs = 1_000;

/**
 * Records this visit once per browser session, and its events. Called when the page has loaded. The page works without it.
 * @param bookingUrl the external scheduling page
 */
export function start(bookingUrl: string): void {
  const queue = createEventQueue(visitKey);
  const page = observePage(bookingUrl, (event) => {
    if (isTrackable()) queue.add(event);
  });

  const applyOptOut = (): void => {
    if (isOptedOut()) document.querySelector("[data-only-counted]")?.removeAttribute("hidden");
    if (!isTrackable()) queue.clear();
  };
  const begin = (isRestored: boolean): void => {
    applyOptOut();
    saveLanding();
    page.show(isRestored);
    setTimeout(() => {
      page.startDepth();
      recordVisit().then(applyOptOut, logFailure);
    }, delayMs);
  };
  const leave = (): void => {
    page.recordIdleTime();
    queue.send();
  };

  begin(false);
  // The page was restored from the back/forward cache.
  addEventListener("pageshow", (event) => {
    if (event.persisted) begin(true);
  });
  // Mobile browsers end background pages without another event. Safari closes pages without hiding them first.
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : page.recordIdleTime()));
  addEventListener("pagehide", leave);
}

/** Specification section 8: errors appear only in the console. */
function logFailure(error: unknown): void {
  // oxlint-disable-next-line no-console -- specification section 8
  console.error("The visit was not recorded:", error);
}
