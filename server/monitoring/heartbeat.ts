import type { SendRequest } from "#app/integrations/requests/send-request.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { repeat, type RepeatingTask } from "#app/platform/repeat.server.ts";

const intervalMs = 60_000;

type HeartbeatDeps = {
  log: Log;
  url: string;
  sendRequest: SendRequest;
  isReady(): Promise<boolean>;
};

/** Requests a URL each minute while this server is ready. The service behind it sends an alert when the requests stop. */
export function startHeartbeat(deps: HeartbeatDeps): RepeatingTask {
  const stopping = new AbortController();
  const repetition = repeat({
    pauseMs: intervalMs,
    run: () => sendHeartbeat(deps, stopping.signal),
    onError(error, consecutiveFailures) {
      if (consecutiveFailures === 1) deps.log.warn("heartbeat.failed", { error });
    },
  });
  return {
    runNow: () => repetition.runNow(),
    stop() {
      stopping.abort();
      return repetition.stop();
    },
  };
}

/** @throws if the service does not confirm the heartbeat */
export async function sendHeartbeat(
  { url, sendRequest, isReady }: HeartbeatDeps,
  signal: AbortSignal,
): Promise<void> {
  if (!(await isReady())) return;
  const outcome = await sendRequest({ method: "GET", url, headers: {}, maxResponseBytes: 1_000 }, signal);
  if (outcome.ok && outcome.status < 300) return;
  // The error must not contain the URL, which is a secret.
  throw new Error(
    outcome.ok ? `The service returned ${outcome.status}.` : `No response: ${outcome.problem}.`,
  );
}
