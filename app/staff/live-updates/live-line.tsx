import type { LiveState } from "./live-connection.client.ts";
import { liveTexts } from "./live.messages.ts";
import "./live-line.css";

/**
 * Whether new leads appear by themselves, and which have. What changes is said aloud, but interrupts nobody.
 * @param news what has come, in words
 */
export function LiveLine({ state, news }: { state: LiveState; news: string | undefined }) {
  const said = [state === "lost" ? liveTexts.lost : undefined, news].filter((text) => text !== undefined);
  return (
    <div className="live-line soft small">
      {state === "live" ? <p className="is-live">{liveTexts.live}</p> : null}
      <p role="status">{said.join(" ")}</p>
    </div>
  );
}
