import type { ChangeFeed } from "#app/people/change-feed/change-feed.server.ts";
import { heartbeatMs, type StreamEvent } from "./stream-path.ts";

/** Events that may wait for a reader who does not read. Whoever is further behind is gone, or comes back and loads everything anew. */
const mostUnread = 50;

/**
 * A stream of events for one browser, until it leaves, its session is over, or the program stops.
 * @param options.mayListen asked with each heartbeat
 * @param options.onEnd called once, however it ends
 */
export function openStream(options: {
  news: Pick<ChangeFeed, "listen">;
  mayListen: () => Promise<boolean>;
  onEnd: () => void;
  /** Shorter in tests alone. */
  beatEveryMs?: number;
}): ReadableStream<Uint8Array> {
  const { news, mayListen, onEnd, beatEveryMs = heartbeatMs } = options;
  let end = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let isOver = false;
        let leave = (): void => undefined;
        const beat = setInterval(() => void keepUp(), beatEveryMs);
        // Alone it keeps no program alive.
        beat.unref();

        const finish = (): void => {
          if (isOver) return;
          isOver = true;
          clearInterval(beat);
          leave();
          onEnd();
        };
        end = finish;
        const close = (): void => {
          if (isOver) return;
          finish();
          controller.close();
        };
        const send = (event: StreamEvent): void => {
          if (isOver) return;
          if ((controller.desiredSize ?? 0) < 0) return close();
          controller.enqueue(encoder.encode(`event: ${event}\ndata:${event}\n\n`));
        };
        const keepUp = async (): Promise<void> => {
          // Where the database does not answer, the reader is better off trying anew than believing that all is well.
          const may = await mayListen().catch(() => undefined);
          if (may === true) return send("beat");
          if (may === false) send("signed-out");
          close();
        };
        leave = news.listen({
          onReady: () => send("ready"),
          onNews: (topic) => send(topic),
          onEnd: close,
        });
        // The program was stopping already.
        if (isOver) leave();
      },
      cancel: () => end(),
    },
    { highWaterMark: mostUnread },
  );
}

const encoder = new TextEncoder();
