import { connectTimeoutMs, heartbeatMs, type StreamEvent, streamEvents, streamPath } from "./stream-path.ts";

/** `lost`: the connection failed and is retried. */
export type LiveState = "closed" | "connecting" | "live" | "lost";

const firstRetryMs = 1_000;
const maxRetryMs = 30_000;
/** Without a heartbeat for this long the connection is dead: the device slept or its network changed. */
const silenceTimeoutMs = heartbeatMs + connectTimeoutMs;

/** The part of `EventSource` that is used here. */
export type Source = Pick<EventSource, "addEventListener" | "close">;

export type LiveConnection = {
  /** Connects, and reconnects after failures, until `close`. */
  open(): void;
  close(): void;
};

type ConnectionOptions = {
  connect?: () => Source;
  onState: (state: LiveState) => void;
  onChange: () => void;
  onSignedOut: () => void;
};

/**
 * Subscribes to the change feed. Reconnects after 1, 2, 4 … 30 seconds. Each connection also reports a change, because changes in the
 * meantime were not announced.
 */
export function createLiveConnection({
  connect = () => new EventSource(streamPath),
  onState,
  onChange,
  onSignedOut,
}: ConnectionOptions): LiveConnection {
  let disconnect = (): void => undefined;
  let failures = 0;
  let isOpen = false;

  const start = (): void => {
    disconnect = listen(connect(), { onEvent: (event) => handlers[event](), onLost: retry });
  };

  const retry = (): void => {
    onState("lost");
    const timer = setTimeout(start, Math.min(firstRetryMs * 2 ** failures, maxRetryMs));
    disconnect = () => clearTimeout(timer);
    failures += 1;
  };

  const close = (): void => {
    isOpen = false;
    failures = 0;
    disconnect();
    onState("closed");
  };

  const handlers: Record<StreamEvent, () => void> = {
    ready() {
      failures = 0;
      onState("live");
      onChange();
    },
    beat: () => undefined,
    leads: onChange,
    visits: onChange,
    "signed-out"() {
      close();
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
    close,
  };
}

/** Listens until the source fails, exceeds the connection timeout or stops sending heartbeats. @returns a function that disconnects */
function listen(
  source: Source,
  { onEvent, onLost }: { onEvent: (event: StreamEvent) => void; onLost: () => void },
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const disconnect = (): void => {
    isClosed = true;
    clearTimeout(timer);
    source.close();
  };
  const lose = (): void => {
    // A closed source may still deliver pending events.
    if (isClosed) return;
    disconnect();
    onLost();
  };
  const expectEventWithin = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(lose, ms);
  };

  expectEventWithin(connectTimeoutMs);
  source.addEventListener("error", lose);
  for (const event of streamEvents) {
    source.addEventListener(event, () => {
      if (isClosed) return;
      expectEventWithin(silenceTimeoutMs);
      onEvent(event);
    });
  }
  return disconnect;
}
