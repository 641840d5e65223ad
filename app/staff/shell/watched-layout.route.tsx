import { useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { TooltipProvider } from "#app/ui/tooltip.tsx";
import { useSessionWatch } from "#app/staff/session/use-session-watch.ts";

/** Letters are looked at in a frame, also by whoever came there from another screen: the policy is that of the page loaded first. */
export const handle = { scripts: "router", shared: false, frames: ["'self'"] } satisfies PageHandle;

/** Another screen begins at its beginning for the keyboard, too, unless something on it has taken the focus. */
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

/** The screens that show what only a session may see. A courtesy to whoever looks at them: each loader asks for itself. */
export default function WatchedLayout() {
  useSessionWatch();
  useFocusOnNewScreen();
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  );
}
