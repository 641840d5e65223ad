import { type SessionEvent, sessionEvents, type SessionView } from "./session-events.ts";
import { forgetSessionPath, sessionPath } from "./session-path.ts";

const channelName = "session";
const pollMs = 60_000;
// spec §9: 200 ms, doubled at each further try.
const firstRetryMs = 200;
const longestRetryMs = 30_000;

/** What tabs tell each other: to ask anew, and what no answer would tell. */
type Message = "changed" | "signed-out" | "PASSWORD_RECOVERY";

/**
 * Watches the session of this browser, and reports what happens to it (specification section 4): at the start, when another tab says
 * so, when the tab comes to the front, and each minute while it is there. Asking does not prolong the session. An answer that does
 * not come (offline, a server that restarts) is no end: it is asked again.
 * @param options.onEvent is also told whether another tab has signed out, which is no end that comes unasked
 * @returns what ends the watch
 */
export function watchSession({
  onEvent,
}: {
  onEvent: (event: SessionEvent, session: SessionView | null, isAskedFor: boolean) => void;
}): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const channel = new BroadcastChannel(channelName);
  let known: SessionView | null | undefined;
  let isAskedFor = false;

  const ask = oneAtATime(async () => {
    const session = await askUntilAnswered(signal);
    if (session === undefined) return;
    const events = sessionEvents(known, session);
    known = session;
    if (session !== null) isAskedFor = false;
    for (const event of events) onEvent(event, session, isAskedFor);
  });
  const askInFront = (): void => {
    if (document.visibilityState === "visible") ask();
  };

  channel.addEventListener(
    "message",
    ({ data }: MessageEvent<Message>) => {
      if (data === "PASSWORD_RECOVERY") onEvent(data, known ?? null, false);
      if (data === "signed-out") isAskedFor = true;
      ask();
    },
    { signal },
  );
  document.addEventListener("visibilitychange", askInFront, { signal });
  const timer = setInterval(askInFront, pollMs);
  ask();
  // Whatever led to this page, signing in or a proof, the other tabs have not heard of it.
  channel.postMessage("changed" satisfies Message);

  return () => {
    stopped.abort();
    clearInterval(timer);
    channel.close();
  };
}

/**
 * Lets all other tabs of this browser ask at once.
 * @param message `PASSWORD_RECOVERY` also reports that a password was set anew, `signed-out` that somebody wanted the end
 */
export function notifyOtherTabs(message: Message = "changed"): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Runs work again after it is done if it was asked for meanwhile, however often. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isWanted = false;
  const run = async (): Promise<void> => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await work();
    }
    isRunning = false;
  };
  return () => void run();
}

/** @returns undefined once nobody wants to know any more */
async function askUntilAnswered(signal: AbortSignal): Promise<SessionView | null | undefined> {
  let path = sessionPath;
  for (let tries = 0; !signal.aborted; tries += 1) {
    const answer = await askOnce(path, signal);
    if (answer === null && path === sessionPath) path = forgetSessionPath;
    else if (answer !== undefined) return signal.aborted ? undefined : answer;
    await pause(Math.min(firstRetryMs * 2 ** tries, longestRetryMs), signal);
  }
  return undefined;
}

/** @returns null: there is no session; undefined: nobody can tell */
async function askOnce(path: string, signal: AbortSignal): Promise<SessionView | null | undefined> {
  try {
    const response = await fetch(path, { signal, cache: "no-store" });
    if (response.status === 401) return null;
    // Our own endpoint's answer.
    return response.ok ? ((await response.json()) as SessionView) : undefined;
  } catch {
    return undefined;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
