import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AccessEndedError, streamText } from "./stream-text.server.ts";

const timeouts = { chunkMs: 60_000, totalMs: 600_000, checkMs: 900_000 };
const isPermitted = () => Promise.resolve(true);

describe("text streamed as bytes", () => {
  test("arrives complete and in order, and its end is reported once", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    expect(
      await new Response(streamText(parts(["Łu", "kasz", " 李"]), { onEnd, isPermitted, timeouts })).text(),
    ).toBe("Łukasz 李");
    expect(onEnd.mock.calls).toEqual([[]]);
  });

  test("reports its end if the reader cancels before the first byte", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    await streamText(parts(["a"]), { onEnd, isPermitted, timeouts }).cancel();
    expect(onEnd.mock.calls).toEqual([[]]);
  });

  test("reports its end if the reader cancels halfway, and creates no more chunks", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    const made: string[] = [];
    const reader = streamText(parts(["a", "b", "c", "d"], made), {
      onEnd,
      isPermitted,
      timeouts,
    }).getReader();
    await reader.read();
    await reader.cancel();
    expect(onEnd.mock.calls).toEqual([[]]);
    expect(made).not.toContain("d");
  });

  test("fails with the error of a chunk that cannot be created", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    const failure = new Error("the database went away");
    const stream = streamText(parts(["a", failure, "c"]), { onEnd, isPermitted, timeouts });
    await expect(new Response(stream).text()).rejects.toBe(failure);
    expect(onEnd.mock.calls).toEqual([[failure]]);
  });
});

describe("a slow reader", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("may take the timeout for each chunk", async () => {
    const { reader, onEnd } = createReader(["a", "b", "c"]);
    const read: string[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      read.push(new TextDecoder().decode(next.value));
      await vi.advanceTimersByTimeAsync(timeouts.chunkMs - 1);
    }
    expect(read).toEqual(["a", "b", "c"]);
    expect(onEnd.mock.calls).toEqual([[]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("gets an error after the timeout, so a partial file is not mistaken for a complete one", async () => {
    const { reader, onEnd } = createReader(["a", "b", "c"]);
    await reader.read();
    await vi.advanceTimersByTimeAsync(timeouts.chunkMs);
    expect(onEnd.mock.calls).toEqual([[]]);
    await expect(reader.read()).rejects.toThrow("took too long");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("times out before the first chunk, too", async () => {
    const { onEnd } = createReader(["a"]);
    await vi.advanceTimersByTimeAsync(timeouts.chunkMs - 1);
    expect(onEnd).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onEnd.mock.calls).toEqual([[]]);
  });

  test("times out in total if it reads a little now and then", async () => {
    const { reader, onEnd } = createReader(Array.from({ length: 100 }, () => "a"));
    const reading = async (): Promise<void> => {
      while (!(await reader.read()).done) await vi.advanceTimersByTimeAsync(timeouts.chunkMs / 2);
    };
    await expect(reading()).rejects.toThrow("took too long");
    expect(onEnd.mock.calls).toEqual([[]]);
  });

  function createReader(texts: readonly string[]) {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    return { onEnd, reader: streamText(parts(texts), { onEnd, isPermitted, timeouts }).getReader() };
  }
});

describe("a reader without access", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("gets an error, which is reported once as the reason of the end", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    const hasAccess = vi.fn<() => Promise<boolean>>(() => Promise.resolve(true));
    const frequent = { ...timeouts, checkMs: 1_000 };
    const stream = streamText(parts(["a", "b", "c"]), { onEnd, isPermitted: hasAccess, timeouts: frequent });
    const reader = stream.getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(frequent.checkMs);
    expect(onEnd).not.toHaveBeenCalled();
    hasAccess.mockResolvedValue(false);
    await vi.advanceTimersByTimeAsync(2 * frequent.checkMs);
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(expect.any(AccessEndedError));
    await expect(reader.read()).rejects.toThrow("access has ended");
    expect(vi.getTimerCount()).toBe(0);
  });
});

test("a reader that disconnects while a chunk is created is reported once and is no fault", async () => {
  const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = (async function* () {
    yield await promise;
  })();
  const leaving = streamText(slow, { onEnd, isPermitted, timeouts }).cancel();
  resolve("a");
  await leaving;
  expect(onEnd.mock.calls).toEqual([[]]);
});

async function* parts(texts: readonly (string | Error)[], made: string[] = []): AsyncGenerator<string> {
  for (const text of texts) {
    await Promise.resolve();
    if (text instanceof Error) throw text;
    made.push(text);
    yield text;
  }
}
