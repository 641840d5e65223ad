/** Links in the main content that lead to a form, and buttons that start one or open an email. Steps within a form are excluded. */
export const callToAction =
  'main a:is([href="/pre-loi-assessment"],[href="/linkedin-live-signup"]),a.btn:is([href^="mailto:"],[href^="#"]:not(.stepped))';

export function isCallToAction(link: Element): boolean {
  return link.matches(callToAction);
}

export function isBookingLink(link: HTMLAnchorElement, bookingUrl: string): boolean {
  return link.href.startsWith(bookingUrl);
}

/** The path of an internal link, or the text of another link, because `mailto:` URLs contain more than an address. */
export function describeLink(link: Element): string {
  const href = link.getAttribute("href") ?? "";
  return href.startsWith("/") ? href : (link.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 100);
}
