import { eventQueue } from "./event-queue.client.ts";
import { canBeFollowed, isOnlyCounted, visitKey } from "./visit-cookies.client.ts";
import { watchPage } from "./observe-page.client.ts";
import { recordVisit, rememberLanding } from "./record-visit.client.ts";

/** Specification sections 4 and 9: how long after a page has loaded its visit is recorded. */
const delayMs = 1_000;

/**
 * Records this visit once in a browser session, and what happens in it. To be called when the page has loaded. A page never waits for
 * it, and looks the same without it.
 * @param bookingUrl the outside page where a conversation is booked
 */
export function start(bookingUrl: string): void {
  const queue = eventQueue(visitKey);
  const page = watchPage(bookingUrl, (event) => {
    if (canBeFollowed()) queue.add(event);
  });

  const honorSignal = (): void => {
    if (isOnlyCounted()) document.querySelector("[data-only-counted]")?.removeAttribute("hidden");
    if (!canBeFollowed()) queue.clear();
  };
  const begin = (isAgain: boolean): void => {
    honorSignal();
    rememberLanding();
    page.show(isAgain);
    setTimeout(() => {
      page.settle();
      recordVisit().then(honorSignal, complain);
    }, delayMs);
  };
  const leave = (): void => {
    page.endIdleness();
    queue.send();
  };

  begin(false);
  // Out of the browser's memory, where its scripts have stood still.
  addEventListener("pageshow", (event) => {
    if (event.persisted) begin(true);
  });
  // Phones end a page in the background without another word; Safari leaves one without becoming hidden.
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : page.endIdleness()));
  addEventListener("pagehide", leave);
}

/** Specification section 8: nothing is shown. */
function complain(error: unknown): void {
  // oxlint-disable-next-line no-console -- spec §8: the console only
  console.error("The visit was not recorded:", error);
}
