import { createContext, use, useEffect, useState } from "react";

const minuteMs = 60_000;

/** By what is shown the time is as late as this; undefined: as late as when it was made. */
export const NowContext = createContext<Date | undefined>(undefined);

/** The time by which moments are told now, where the screen follows it; else undefined. */
export function useNow(): Date | undefined {
  return use(NowContext);
}

/**
 * The server's time, minute by minute, so that “12 min ago” stays true while a screen is open. The browser's clock only counts
 * on from what the server said: it can be wrong by hours.
 * @param asOf when the screen's content was made, by the server (ISO 8601)
 * @returns undefined until the first minute is over: the content tells its times as of then
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
