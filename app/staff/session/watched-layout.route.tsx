import { Outlet } from "react-router";
import { TooltipProvider } from "#app/staff/tooltip/tooltip.tsx";
import { useSessionWatch } from "./use-session-watch.ts";

/** The screens that show what only a session may see. A courtesy to whoever looks at them: each loader asks for itself. */
export default function WatchedLayout() {
  useSessionWatch();
  return (
    <TooltipProvider>
      <Outlet />
    </TooltipProvider>
  );
}
