import { useEffect, useRef, useState } from "react";

/** Tracks whether a form is being submitted. `begins()` returns false for a second click, even before the first one has rendered. */
export function useBusy(): { isBusy: boolean; begins: () => boolean; ends: () => void } {
  const [isBusy, setIsBusy] = useState(false);
  // State updates only with the next render, and a second click can come before it.
  const isInFlight = useRef(false);
  const set = (busy: boolean): void => {
    isInFlight.current = busy;
    setIsBusy(busy);
  };

  useEffect(() => {
    // A page restored from the back/forward cache is no longer submitting.
    const reset = (event: PageTransitionEvent): void => {
      if (event.persisted) set(false);
    };
    addEventListener("pageshow", reset);
    return () => removeEventListener("pageshow", reset);
  }, []);

  return {
    isBusy,
    begins() {
      if (isInFlight.current) return false;
      set(true);
      return true;
    },
    ends: () => set(false),
  };
}
