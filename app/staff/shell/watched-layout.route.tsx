import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import { useSessionWatch } from "#app/staff/session/use-session-watch.ts";

/** Emails are displayed in a frame. All screens permit it, because the policy of the first loaded document applies. */
export const handle = { scripts: "router", shared: false, frames: ["'self'"] } satisfies PageHandle;

/** Moves the focus to the main element after navigation, unless the new screen has set the focus. */
function useFocusOnNewScreen(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement !== document.body) return;
    const main = document.getElementById("main");
    main?.setAttribute("tabindex", "-1");
    main?.focus({ preventScroll: true });
  }, [pathname]);
}

/** Layout of the screens that need a session. It leaves when the session ends; each loader authorizes the request. */
export default function WatchedLayout() {
  useSessionWatch();
  useFocusOnNewScreen();
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  );
}
