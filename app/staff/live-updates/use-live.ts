import { useEffect, useEffectEvent, useState } from "react";
import { createLiveConnection, type LiveState, type News } from "./live-connection.client.ts";

/**
 * Listens for news of leads while the screen is looked at: a browser has six connections to a server, and tabs in the background would
 * use them up.
 */
export function useLive(reactions: { onNews: (news: News) => void; onSignedOut: () => void }): LiveState {
  const [state, setState] = useState<LiveState>("resting");
  const onNews = useEffectEvent(reactions.onNews);
  const onSignedOut = useEffectEvent(reactions.onSignedOut);
  useEffect(() => {
    const connection = createLiveConnection({
      onState: setState,
      onNews: (news) => onNews(news),
      onSignedOut: () => onSignedOut(),
    });
    const follow = (): void => {
      if (document.visibilityState === "visible") connection.open();
      else connection.rest();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      connection.rest();
    };
  }, []);
  return state;
}
