import { Outlet } from "react-router";
import type { PageHandle } from "#app/pages/page-handle.ts";
import { TooltipProvider } from "#app/staff/tooltip/tooltip.tsx";
import { useSessionWatch } from "./use-session-watch.ts";

/** Letters are looked at in a frame, also by whoever came there from another screen: the policy is that of the page loaded first. */
export const handle = { scripts: "router", shared: false, frames: ["'self'"] } satisfies PageHandle;

/** The screens that show what only a session may see. A courtesy to whoever looks at them: each loader asks for itself. */
export default function WatchedLayout() {
  useSessionWatch();
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  );
}
