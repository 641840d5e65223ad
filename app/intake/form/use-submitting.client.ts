import { useEffect, useRef, useState } from "react";

/**
 * Whether a form is being sent.
 * @returns `isBusy` for what is shown; `begins()` is false where it is being sent already, also at a second click that comes
 * before the first has been shown
 */
export function useBusy(): { isBusy: boolean; begins: () => boolean; ends: () => void } {
  const [isBusy, setShown] = useState(false);
  // State is a render late: a second click can come before it.
  const isUnderWay = useRef(false);
  const set = (busy: boolean): void => {
    isUnderWay.current = busy;
    setShown(busy);
  };

  useEffect(() => {
    // A page that comes back from the browser's memory is no longer sending anything.
    const wake = (event: PageTransitionEvent): void => {
      if (event.persisted) set(false);
    };
    addEventListener("pageshow", wake);
    return () => removeEventListener("pageshow", wake);
  }, []);

  return {
    isBusy,
    begins() {
      if (isUnderWay.current) return false;
      set(true);
      return true;
    },
    ends: () => set(false),
  };
}
