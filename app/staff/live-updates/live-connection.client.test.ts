import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLiveConnection, type Source } from "./live-connection.client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a screen that listens for news", () => {
  test("is live when the stream says that nothing is missed from now on, and loads everything once", () => {
    const { connection, sources, happened } = aConnection();
    connection.open();
    connection.open();
    expect(sources).toHaveLength(1);
    sources[0]?.say("ready");
    sources[0]?.say("leads");
    sources[0]?.say("visits");
    expect(happened).toEqual(["connecting", "live", "news: all", "news: leads", "news: visits"]);
  });

  // spec §9: realtime timeout 10000 ms.
  test("gives a connection ten seconds to come about", () => {
    const { connection, sources, happened } = aConnection();
    connection.open();
    vi.advanceTimersByTime(9_999);
    expect(happened).toEqual(["connecting"]);
    vi.advanceTimersByTime(1);
    expect(happened).toEqual(["connecting", "lost"]);
    expect(sources[0]?.isClosed()).toBe(true);
  });

  test("tries again after 1, 2, 4, 8, 16 and then every 30 seconds", () => {
    const { connection, sources } = aConnection();
    connection.open();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = sources.length;
      sources.at(-1)?.say("error");
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(sources).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sources).toHaveLength(before + 1);
    }
  });

  test("says that it was dropped, and when it is back loads what nobody told it of; the next wait is short again", () => {
    const { connection, sources, happened } = aConnection();
    connection.open();
    sources[0]?.say("error");
    vi.advanceTimersByTime(1_000);
    sources[1]?.say("error");
    vi.advanceTimersByTime(2_000);
    sources[2]?.say("ready");
    sources[2]?.say("error");
    expect(happened).toEqual(["connecting", "lost", "lost", "live", "news: all", "lost"]);
    vi.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(4);
  });

  test("notices a stream that has fallen silent without ending", () => {
    const { connection, sources, happened } = aConnection();
    connection.open();
    sources[0]?.say("ready");
    vi.advanceTimersByTime(25_000);
    sources[0]?.say("beat");
    vi.advanceTimersByTime(34_999);
    expect(happened.at(-1)).toBe("news: all");
    vi.advanceTimersByTime(1);
    expect(happened.at(-1)).toBe("lost");
  });

  test("rests without a connection or a timer, and begins anew", () => {
    const { connection, sources, happened } = aConnection();
    connection.open();
    sources[0]?.say("ready");
    connection.rest();
    expect([sources[0]?.isClosed(), vi.getTimerCount()]).toEqual([true, 0]);
    // What was under way when it was ended.
    sources[0]?.say("leads");
    sources[0]?.say("error");
    expect(happened).toEqual(["connecting", "live", "news: all", "resting"]);
    connection.open();
    expect(sources).toHaveLength(2);
  });

  test("does not try again once its session is over", () => {
    const { connection, sources, happened } = aConnection();
    connection.open();
    sources[0]?.say("ready");
    sources[0]?.say("signed-out");
    expect(happened.slice(-2)).toEqual(["resting", "signed out"]);
    expect(vi.getTimerCount()).toBe(0);
    expect(sources).toHaveLength(1);
  });
});

/** A connection over sources that say what the test has them say. */
function aConnection() {
  const sources: ReturnType<typeof aSource>[] = [];
  const happened: string[] = [];
  const connection = createLiveConnection({
    connect() {
      const source = aSource();
      sources.push(source);
      return source;
    },
    onState: (state) => void happened.push(state),
    onNews: (news) => void happened.push(`news: ${news}`),
    onSignedOut: () => void happened.push("signed out"),
  });
  return { connection, sources, happened };
}

function aSource() {
  const target = new EventTarget();
  let isClosed = false;
  return {
    // An `EventTarget` hears every name; that of the browser has types for its own.
    addEventListener: target.addEventListener.bind(target) as Source["addEventListener"],
    close: () => void (isClosed = true),
    isClosed: () => isClosed,
    say: (event: string) => void target.dispatchEvent(new Event(event)),
  };
}
