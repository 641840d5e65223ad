import type { LiveState } from "./live-connection.client.ts";
import "./live-status.css";

/**
 * Whether the dashboard updates automatically, and how many leads have arrived. A live region announces changes.
 * @param newLeads description of the new leads
 */
export function LiveStatus({ state, newLeads }: { state: LiveState; newLeads: string | undefined }) {
  const messages = [state === "lost" ? "Reconnecting…" : undefined, newLeads].filter(
    (text) => text !== undefined,
  );
  return (
    <div className="live-status soft small">
      {state === "live" ? <p className="is-live">Live</p> : null}
      <p role="status">{messages.join(" ")}</p>
    </div>
  );
}
