import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import { openDetails } from "#app/staff/session/form-drafts.client.ts";
import { useRememberedList } from "#app/staff/session/list-of-person.ts";
import { SessionWarningNotice } from "#app/staff/session/session-warning-notice.tsx";
import { useSessionWatch } from "#app/staff/session/use-session-watch.ts";

/** Emails are displayed in a frame. All screens permit it, because the policy of the first loaded document applies. */
export const handle = { scripts: "router", shared: false, frames: ["'self'"] } satisfies PageHandle;

const invalidField = ":is(input:not([type=hidden]), select, textarea)";

/** What a response on the same screen is about, in the order of preference. */
const results = [
  `#main :is(${invalidField}[aria-invalid], [aria-invalid] ${invalidField})`,
  "#main :is(.alert, .message)",
  "#main .outcome",
];

/**
 * Moves the focus after each navigation, also on the same screen, because screen readers do not announce that the content changed. Elements
 * that took the focus themselves keep it, except that the first invalid field has it instead of the last one.
 */
function useFocusAfterNavigation(): void {
  const { key, pathname } = useLocation();
  const before = useRef({ key, pathname });
  useEffect(() => {
    const { key: keyBefore, pathname: pathBefore } = before.current;
    before.current = { key, pathname };
    if (key === keyBefore) return;
    const focused = document.activeElement;
    const isLost = focused === null || focused === document.body;
    const result = pathname === pathBefore ? findResult() : null;
    if (result !== null && (isLost || focused.matches("button, [aria-invalid], [aria-invalid] *"))) {
      result.focus();
    } else if (isLost) {
      const heading = document.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    }
  }, [key, pathname]);
}

function findResult(): HTMLElement | null {
  for (const selector of results) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Moves the focus to the target of a link within the page. The router would handle the browser’s own navigation like one to another page,
 * which removes the result of a form and moves the focus to the heading.
 */
function useLinksWithinPage(): void {
  useEffect(() => {
    const follow = (event: MouseEvent): void => {
      const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
      const target = hasModifier || event.defaultPrevented ? null : findLinkTarget(event.target);
      if (target === null) return;
      event.preventDefault();
      openDetails(target);
      target.scrollIntoView();
      if (target.tabIndex < 0) target.setAttribute("tabindex", "-1");
      target.focus({ preventScroll: true });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, []);
}

function findLinkTarget(clicked: EventTarget | null): HTMLElement | null {
  const link = clicked instanceof Element ? clicked.closest<HTMLAnchorElement>('a[href^="#"]') : null;
  return link === null ? null : document.getElementById(decodeURIComponent(link.hash.slice(1)));
}

/** Layout of the screens that need a session. It leaves when the session ends; each loader authorizes the request. */
export default function WatchedLayout() {
  const { session, extend } = useSessionWatch();
  useFocusAfterNavigation();
  useLinksWithinPage();
  useRememberedList();
  return (
    <TooltipProvider>
      <SessionWarningNotice session={session} onExtend={extend} />
      <Outlet />
    </TooltipProvider>
  );
}
