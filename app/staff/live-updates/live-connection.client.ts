import { connectLimitMs, heartbeatMs, type StreamEvent, streamEvents, streamPath } from "./stream-path.ts";

/** `connecting`: for the first time. `lost`: it was dropped, or never came about, and is tried again. */
export type LiveState = "resting" | "connecting" | "live" | "lost";

/** What has changed; `all`: nobody was told of what came meanwhile. */
export type News = "leads" | "visits" | "all";

const firstRetryMs = 1_000;
const longestRetryMs = 30_000;
/** A heart that has not beaten for so long has stopped: the machine slept, or its network changed. */
const silenceMs = heartbeatMs + connectLimitMs;

/** The little of `EventSource` that is needed here. */
export type Source = Pick<EventSource, "addEventListener" | "close">;

/** A connection to the stream that comes back by itself. */
export type LiveConnection = {
  /** Connects, unless it is there already. */
  open(): void;
  /** Ends it until it is opened again. */
  rest(): void;
};

/** What a connection needs from the screen that it serves. */
type ConnectionOptions = {
  connect?: () => Source;
  onState: (state: LiveState) => void;
  onNews: (news: News) => void;
  onSignedOut: () => void;
};

/**
 * Listens for news of leads. Tries again after 1, 2, 4 … 30 seconds, and lets the screen load everything anew whenever it has come
 * about: what came in between was told to nobody.
 */
export function createLiveConnection({
  connect = () => new EventSource(streamPath),
  onState,
  onNews,
  onSignedOut,
}: ConnectionOptions): LiveConnection {
  let end = (): void => undefined;
  let failures = 0;
  let isOpen = false;

  const start = (): void => {
    end = listen(connect(), { onEvent: (event) => reactions[event](), onLost: lose });
  };

  const lose = (): void => {
    onState("lost");
    const timer = setTimeout(start, Math.min(firstRetryMs * 2 ** failures, longestRetryMs));
    end = () => clearTimeout(timer);
    failures += 1;
  };

  const rest = (): void => {
    isOpen = false;
    failures = 0;
    end();
    onState("resting");
  };

  const reactions: Record<StreamEvent, () => void> = {
    ready() {
      failures = 0;
      onState("live");
      onNews("all");
    },
    beat: () => undefined,
    leads: () => onNews("leads"),
    visits: () => onNews("visits"),
    "signed-out"() {
      rest();
      onSignedOut();
    },
  };

  return {
    open() {
      if (isOpen) return;
      isOpen = true;
      onState("connecting");
      start();
    },
    rest,
  };
}

/** Hears what a source says, until it fails, comes about too late or falls silent. @returns what ends it without a word */
function listen(
  source: Source,
  { onEvent, onLost }: { onEvent: (event: StreamEvent) => void; onLost: () => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  const end = (): void => {
    isOver = true;
    clearTimeout(timer);
    source.close();
  };
  const lose = (): void => {
    // One that was ended may still have something under way.
    if (isOver) return;
    end();
    onLost();
  };
  const waitFor = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(lose, ms);
  };

  waitFor(connectLimitMs);
  source.addEventListener("error", lose);
  for (const event of streamEvents) {
    source.addEventListener(event, () => {
      if (isOver) return;
      waitFor(silenceMs);
      onEvent(event);
    });
  }
  return end;
}
