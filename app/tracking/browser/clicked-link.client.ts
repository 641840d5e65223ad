/** Links of a page's own part that lead to a form, and buttons that begin one or write to us; not the steps within a form. */
export const callToAction =
  'main a:is([href="/pre-loi-assessment"],[href="/linkedin-live-signup"]),a.btn:is([href^="mailto:"],[href^="#"]:not(.stepped))';

export function isCallToAction(link: Element): boolean {
  return link.matches(callToAction);
}

/** Whether it leads to the page where a conversation is booked. */
export function isBookingLink(link: HTMLAnchorElement, bookingUrl: string): boolean {
  return link.href.startsWith(bookingUrl);
}

/** Where a link of ours leads, or what stands on another: addresses for mail hold more than its name. */
export function nameOfTarget(link: Element): string {
  const href = link.getAttribute("href") ?? "";
  return href.startsWith("/") ? href : (link.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 100);
}
