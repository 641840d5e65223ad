import { useEffect, useEffectEvent, useState } from "react";
import { createLiveConnection, type LiveState } from "./live-connection.client.ts";

/**
 * Connects to the change feed while the tab is visible. Browsers limit connections per server to six, and background tabs would use
 * them up.
 */
export function useLive(handlers: { onChange: () => void; onSignedOut: () => void }): LiveState {
  const [state, setState] = useState<LiveState>("closed");
  const onChange = useEffectEvent(handlers.onChange);
  const onSignedOut = useEffectEvent(handlers.onSignedOut);
  useEffect(() => {
    const connection = createLiveConnection({
      onState: setState,
      onChange: () => onChange(),
      onSignedOut: () => onSignedOut(),
    });
    const followVisibility = (): void => {
      if (document.visibilityState === "visible") connection.open();
      else connection.close();
    };
    followVisibility();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      connection.close();
    };
  }, []);
  return state;
}
