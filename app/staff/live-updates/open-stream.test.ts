import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChangeListener } from "#app/people/change-feed/change-feed.server.ts";
import { openStream } from "./open-stream.server.ts";
import { heartbeatMs } from "./stream-path.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("changes are sent as events without personal data", async () => {
  const { changeFeed, listener } = createFeed();
  const { read, ended } = openTestStream({ changeFeed });
  listener().onReady();
  listener().onChange("leads");
  listener().onChange("visits");
  listener().onEnd();
  expect(await read()).toBe(
    "event: ready\ndata:ready\n\nevent: leads\ndata:leads\n\nevent: visits\ndata:visits\n\n",
  );
  expect(ended()).toBe(1);
});

test("every 25 seconds, a heartbeat is sent if the session is still permitted", async () => {
  const { changeFeed } = createFeed();
  let permitted = true;
  const { read, ended } = openTestStream({ changeFeed, isPermitted: () => Promise.resolve(permitted) });
  expect(heartbeatMs).toBe(25_000); // spec §9
  await vi.advanceTimersByTimeAsync(heartbeatMs - 1);
  await vi.advanceTimersByTimeAsync(1);
  permitted = false;
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(await read()).toBe("event: beat\ndata:beat\n\nevent: signed-out\ndata:signed-out\n\n");
  expect(ended()).toBe(1);
});

test("the stream ends without an event if the session cannot be checked, so that the browser reconnects", async () => {
  const { changeFeed } = createFeed();
  const { read, ended } = openTestStream({
    changeFeed,
    isPermitted: () => Promise.reject(new Error("no database")),
  });
  await vi.advanceTimersByTimeAsync(heartbeatMs);
  expect(await read()).toBe("");
  expect(ended()).toBe(1);
});

test("a browser that disconnects is unsubscribed once, without a timer left", async () => {
  const { changeFeed, unsubscribed } = createFeed();
  const { stream, ended } = openTestStream({ changeFeed });
  await stream.cancel();
  expect([unsubscribed(), ended(), vi.getTimerCount()]).toEqual([1, 1, 0]);
});

test("a browser that does not read is disconnected", async () => {
  const { changeFeed, listener, unsubscribed } = createFeed();
  const { ended } = openTestStream({ changeFeed });
  for (let times = 0; times < 60; times += 1) listener().onChange("leads");
  expect([unsubscribed(), ended()]).toEqual([1, 1]);
});

test("a shutdown ends the stream immediately", async () => {
  const changeFeed = {
    listen(listener: ChangeListener) {
      listener.onEnd();
      return () => undefined;
    },
  };
  const { read, ended } = openTestStream({ changeFeed });
  expect([await read(), ended()]).toEqual(["", 1]);
});

/** A change feed that the test controls. */
function createFeed() {
  let count = 0;
  let current: ChangeListener | undefined;
  return {
    changeFeed: {
      listen(listener: ChangeListener) {
        current = listener;
        return () => void (count += 1);
      },
    },
    listener(): ChangeListener {
      if (current === undefined) throw new Error("There is no listener.");
      return current;
    },
    unsubscribed: () => count,
  };
}

function openTestStream(
  options: Partial<Parameters<typeof openStream>[0]> & Pick<Parameters<typeof openStream>[0], "changeFeed">,
) {
  let ends = 0;
  const stream = openStream({
    isPermitted: () => Promise.resolve(true),
    onEnd: () => void (ends += 1),
    ...options,
  });
  return { stream, read: () => new Response(stream).text(), ended: () => ends };
}
