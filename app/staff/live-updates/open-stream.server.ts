import type { ChangeFeed } from "#app/people/change-feed/change-feed.server.ts";
import { heartbeatMs, type StreamEvent } from "./stream-path.ts";

/** A reader with more unread events is disconnected; it reloads everything when it reconnects. */
const maxUnread = 50;

/**
 * Opens the event stream of one browser. It ends when the browser disconnects, the session ends or the program stops. Hono's `streamSSE`
 * would not limit unread events.
 * @param options.isPermitted called with each heartbeat
 * @param options.onEnd called once
 */
export function openStream(options: {
  changeFeed: Pick<ChangeFeed, "listen">;
  isPermitted: () => Promise<boolean>;
  onEnd: () => void;
}): ReadableStream<Uint8Array> {
  const { changeFeed, isPermitted, onEnd } = options;
  let end = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isEnded = false;
        let unsubscribe = (): void => undefined;
        const heartbeat = setInterval(() => void sendHeartbeat(), heartbeatMs);
        heartbeat.unref();

        const finish = (): void => {
          if (isEnded) return;
          isEnded = true;
          clearInterval(heartbeat);
          unsubscribe();
          onEnd();
        };
        end = finish;
        const close = (): void => {
          if (isEnded) return;
          finish();
          controller.close();
        };
        const send = (event: StreamEvent): void => {
          if (isEnded) return;
          if ((controller.desiredSize ?? 0) < 0) return close();
          controller.enqueue(encoder.encode(`event: ${event}\ndata:${event}\n\n`));
        };
        const sendHeartbeat = async (): Promise<void> => {
          // If the database does not respond, the browser should reconnect.
          const permitted = await isPermitted().catch(() => undefined);
          if (permitted === true) return send("beat");
          if (permitted === false) send("signed-out");
          close();
        };
        unsubscribe = changeFeed.listen({
          onReady: () => send("ready"),
          onChange: (topic) => send(topic),
          onEnd: close,
        });
        // `onEnd` may have been called during `listen`.
        if (isEnded) unsubscribe();
      },
      cancel: () => end(),
    },
    { highWaterMark: maxUnread },
  );
}

const encoder = new TextEncoder();
