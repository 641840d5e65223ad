import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChangeListener } from "#app/people/change-feed/change-feed.server.ts";
import { openStream } from "./open-stream.server.ts";
import { heartbeatMs } from "./stream-path.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("it hands on what the watch says, as events without any word of a lead", async () => {
  const { news, listener } = aWatch();
  const { read, ended } = aStream({ news });
  listener().onReady();
  listener().onNews("leads");
  listener().onNews("visits");
  listener().onEnd();
  expect(await read()).toBe(
    "event: ready\ndata:ready\n\nevent: leads\ndata:leads\n\nevent: visits\ndata:visits\n\n",
  );
  expect(ended()).toBe(1);
});

test("every 25 seconds it beats, and asks whether the session may still listen", async () => {
  const { news } = aWatch();
  let may = true;
  const { read, ended } = aStream({ news, mayListen: () => Promise.resolve(may) });
  expect(heartbeatMs).toBe(25_000); // spec §9
  await vi.advanceTimersByTimeAsync(heartbeatMs - 1);
  await vi.advanceTimersByTimeAsync(1);
  may = false;
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(await read()).toBe("event: beat\ndata:beat\n\nevent: signed-out\ndata:signed-out\n\n");
  expect(ended()).toBe(1);
});

test("where the session cannot be asked it ends without a word, so that the browser tries anew", async () => {
  const { news } = aWatch();
  const { read, ended } = aStream({ news, mayListen: () => Promise.reject(new Error("no database")) });
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(await read()).toBe("");
  expect(ended()).toBe(1);
});

test("a browser that leaves is forgotten, once, and its heart stands still", async () => {
  const { news, leaves } = aWatch();
  const { stream, ended } = aStream({ news });
  await stream.cancel();
  expect([leaves(), ended(), vi.getTimerCount()]).toEqual([1, 1, 0]);
});

test("a browser that does not read is let go before it fills the memory", async () => {
  const { news, listener, leaves } = aWatch();
  const { ended } = aStream({ news });
  for (let times = 0; times < 60; times += 1) listener().onNews("leads");
  expect([leaves(), ended()]).toEqual([1, 1]);
});

test("a program that is stopping ends it at once", async () => {
  const news = {
    listen(listener: ChangeListener) {
      listener.onEnd();
      return () => undefined;
    },
  };
  const { read, ended } = aStream({ news });
  expect([await read(), ended()]).toEqual(["", 1]);
});

/** A watch that says what the test has it say. */
function aWatch() {
  let left = 0;
  let heard: ChangeListener | undefined;
  return {
    news: {
      listen(listener: ChangeListener) {
        heard = listener;
        return () => void (left += 1);
      },
    },
    listener(): ChangeListener {
      if (heard === undefined) throw new Error("Nobody listens.");
      return heard;
    },
    leaves: () => left,
  };
}

function aStream(
  options: Partial<Parameters<typeof openStream>[0]> & Pick<Parameters<typeof openStream>[0], "news">,
) {
  let ends = 0;
  const stream = openStream({
    mayListen: () => Promise.resolve(true),
    onEnd: () => void (ends += 1),
    ...options,
  });
  return { stream, read: () => new Response(stream).text(), ended: () => ends };
}
