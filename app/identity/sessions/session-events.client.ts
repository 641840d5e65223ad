import { compareSessions, type SessionEvent, type SessionView } from "./session-events.ts";

/** Returns the browser's session. */
const sessionPath = "/api/session";

/**
 * Also removes the cookie of an ended session. A browser uses it only after a first request found no session, because that request could
 * be in flight while another tab receives a new cookie.
 */
const forgetSessionPath = "/api/session?forget";

const channelName = "session";
const pollMs = 60_000;
// Specification section 9: 200 ms, doubled for each retry.
const firstRetryMs = 200;
const maxRetryMs = 30_000;

/** Messages between tabs: a request to check the session again, or a fact that the server's response does not contain. */
type Message = "changed" | "signed-out" | "PASSWORD_RECOVERY";

/**
 * Watches the browser's session and reports its events (specification section 4). It checks at the start, after a message from another tab,
 * when the tab becomes visible, and once a minute while it is visible. A check does not extend the session. A failed request is retried and
 * does not count as the end of the session.
 * @param options.onEvent also receives whether a person signed out in another tab
 * @returns a function that stops watching
 */
export function watchSession({
  onEvent,
}: {
  onEvent: (event: SessionEvent, session: SessionView | null, isSignOut: boolean) => void;
}): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const channel = new BroadcastChannel(channelName);
  let known: SessionView | null | undefined;
  let isSignOut = false;

  const check = coalesce(async () => {
    const session = await fetchWithRetries(signal);
    if (session === undefined) return;
    const events = compareSessions(known, session);
    known = session;
    if (session !== null) isSignOut = false;
    for (const event of events) onEvent(event, session, isSignOut);
  });
  const checkIfVisible = (): void => {
    if (document.visibilityState === "visible") check();
  };

  channel.addEventListener(
    "message",
    ({ data }: MessageEvent<Message>) => {
      if (data === "PASSWORD_RECOVERY") onEvent(data, known ?? null, false);
      if (data === "signed-out") isSignOut = true;
      check();
    },
    { signal },
  );
  document.addEventListener("visibilitychange", checkIfVisible, { signal });
  const timer = setInterval(checkIfVisible, pollMs);
  check();
  // This page may follow a sign-in or re-authentication, which the other tabs do not know about.
  channel.postMessage("changed" satisfies Message);

  return () => {
    stopped.abort();
    clearInterval(timer);
    channel.close();
  };
}

/**
 * Makes all other tabs of this browser check the session immediately.
 * @param message `PASSWORD_RECOVERY` also reports a password reset, and `signed-out` that the person signed out
 */
export function notifyOtherTabs(message: Message = "changed"): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}

/** Runs one call at a time. Calls during a run cause one further run. */
function coalesce(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isRerunRequested = false;
  const run = async (): Promise<void> => {
    isRerunRequested = true;
    if (isRunning) return;
    isRunning = true;
    while (isRerunRequested) {
      isRerunRequested = false;
      await work();
    }
    isRunning = false;
  };
  return () => void run();
}

/** @returns undefined after the watch was stopped */
async function fetchWithRetries(signal: AbortSignal): Promise<SessionView | null | undefined> {
  let path = sessionPath;
  for (let tries = 0; !signal.aborted; tries += 1) {
    const session = await fetchSession(path, signal);
    if (session === null && path === sessionPath) path = forgetSessionPath;
    else if (session !== undefined) return signal.aborted ? undefined : session;
    await pause(Math.min(firstRetryMs * 2 ** tries, maxRetryMs), signal);
  }
  return undefined;
}

/** @returns null without a session, undefined if the request failed */
async function fetchSession(path: string, signal: AbortSignal): Promise<SessionView | null | undefined> {
  try {
    const response = await fetch(path, { signal, cache: "no-store" });
    if (response.status === 401) return null;
    // Our own endpoint returns this type.
    return response.ok ? ((await response.json()) as SessionView) : undefined;
  } catch {
    return undefined;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
