import { createContext, use, useEffect, useState } from "react";

const minuteMs = 60_000;

/** The time that relative times refer to; undefined if they refer to the time of rendering. */
export const NowContext = createContext<Date | undefined>(undefined);

/** The current time for relative times, or undefined if the screen does not update them. */
export function useNow(): Date | undefined {
  return use(NowContext);
}

/**
 * The server's time, updated every minute, so that “12 min ago” stays correct while a screen is open. The browser's clock only measures
 * the elapsed time, because it can be wrong by hours.
 * @param asOf the server's time when the content was rendered (ISO 8601)
 * @returns undefined during the first minute
 */
export function useServerTime(asOf: string): Date | undefined {
  const [now, setNow] = useState<{ asOf: string; time: Date }>();
  useEffect(() => {
    const receivedAt = Date.now();
    const timer = setInterval(() => {
      setNow({ asOf, time: new Date(Date.parse(asOf) + Date.now() - receivedAt) });
    }, minuteMs);
    return () => clearInterval(timer);
  }, [asOf]);
  return now?.asOf === asOf ? now.time : undefined;
}
