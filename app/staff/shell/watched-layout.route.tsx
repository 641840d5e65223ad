import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import { useRememberedList } from "#app/staff/session/list-of-person.ts";
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

/** Layout of the screens that need a session. It leaves when the session ends; each loader authorizes the request. */
export default function WatchedLayout() {
  useSessionWatch();
  useFocusAfterNavigation();
  useRememberedList();
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  );
}
