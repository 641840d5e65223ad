import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLiveConnection, type Source } from "./live-connection.client.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the connection to the change feed", () => {
  test("is live once the stream is ready, and reports each change", () => {
    const { connection, sources, events } = createTestConnection();
    connection.open();
    connection.open();
    expect(sources).toHaveLength(1);
    sources[0]?.emit("ready");
    sources[0]?.emit("leads");
    sources[0]?.emit("visits");
    expect(events).toEqual(["connecting", "live", "change", "change", "change"]);
  });

  // spec §9: realtime timeout 10000 ms.
  test("times out after ten seconds without a connection", () => {
    const { connection, sources, events } = createTestConnection();
    connection.open();
    vi.advanceTimersByTime(9_999);
    expect(events).toEqual(["connecting"]);
    vi.advanceTimersByTime(1);
    expect(events).toEqual(["connecting", "lost"]);
    expect(sources[0]?.isClosed()).toBe(true);
  });

  test("is retried after 1, 2, 4, 8, 16 and then every 30 seconds", () => {
    const { connection, sources } = createTestConnection();
    connection.open();
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
      const before = sources.length;
      sources.at(-1)?.emit("error");
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(sources).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(sources).toHaveLength(before + 1);
    }
  });

  test("reports a loss, and after reconnecting a change; the next retry is fast again", () => {
    const { connection, sources, events } = createTestConnection();
    connection.open();
    sources[0]?.emit("error");
    vi.advanceTimersByTime(1_000);
    sources[1]?.emit("error");
    vi.advanceTimersByTime(2_000);
    sources[2]?.emit("ready");
    sources[2]?.emit("error");
    expect(events).toEqual(["connecting", "lost", "lost", "live", "change", "lost"]);
    vi.advanceTimersByTime(1_000);
    expect(sources).toHaveLength(4);
  });

  test("detects a stream without heartbeats", () => {
    const { connection, sources, events } = createTestConnection();
    connection.open();
    sources[0]?.emit("ready");
    vi.advanceTimersByTime(25_000);
    sources[0]?.emit("beat");
    vi.advanceTimersByTime(34_999);
    expect(events.at(-1)).toBe("change");
    vi.advanceTimersByTime(1);
    expect(events.at(-1)).toBe("lost");
  });

  test("can be closed, without a timer left, and opened again", () => {
    const { connection, sources, events } = createTestConnection();
    connection.open();
    sources[0]?.emit("ready");
    connection.close();
    expect([sources[0]?.isClosed(), vi.getTimerCount()]).toEqual([true, 0]);
    // Events that were pending at the time.
    sources[0]?.emit("leads");
    sources[0]?.emit("error");
    expect(events).toEqual(["connecting", "live", "change", "closed"]);
    connection.open();
    expect(sources).toHaveLength(2);
  });

  test("is not retried after the session has ended", () => {
    const { connection, sources, events } = createTestConnection();
    connection.open();
    sources[0]?.emit("ready");
    sources[0]?.emit("signed-out");
    expect(events.slice(-2)).toEqual(["closed", "signed out"]);
    expect(vi.getTimerCount()).toBe(0);
    expect(sources).toHaveLength(1);
  });
});

/** A connection over sources that the test controls. */
function createTestConnection() {
  const sources: ReturnType<typeof createSource>[] = [];
  const events: string[] = [];
  const connection = createLiveConnection({
    connect() {
      const source = createSource();
      sources.push(source);
      return source;
    },
    onState: (state) => void events.push(state),
    onChange: () => void events.push("change"),
    onSignedOut: () => void events.push("signed out"),
  });
  return { connection, sources, events };
}

function createSource() {
  const target = new EventTarget();
  let isClosed = false;
  return {
    // `EventTarget` has no types for event names.
    addEventListener: target.addEventListener.bind(target) as Source["addEventListener"],
    close: () => void (isClosed = true),
    isClosed: () => isClosed,
    emit: (event: string) => void target.dispatchEvent(new Event(event)),
  };
}
