import { describe, expect, test, vi } from "vitest";
import { streamText } from "./stream-text.server.ts";

describe("text streamed as bytes", () => {
  test("arrives whole and in order, and the end is reported once", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    expect(await new Response(streamText(parts(["Łu", "kasz", " 李"]), onEnd)).text()).toBe("Łukasz 李");
    expect(onEnd.mock.calls).toEqual([[]]);
  });

  test("reports its end when the reader gives up before the first byte", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    await streamText(parts(["a"]), onEnd).cancel();
    expect(onEnd).toHaveBeenCalled();
  });

  test("reports its end when the reader gives up in the middle, and makes no more", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    const made: string[] = [];
    const reader = streamText(parts(["a", "b", "c", "d"], made), onEnd).getReader();
    await reader.read();
    await reader.cancel();
    expect(onEnd).toHaveBeenCalled();
    expect(made).not.toContain("d");
  });

  test("breaks off, and hands over what went wrong, when a part cannot be made", async () => {
    const onEnd = vi.fn<(error?: unknown) => Promise<void>>(() => Promise.resolve());
    const failure = new Error("the database went away");
    const stream = streamText(parts(["a", failure, "c"]), onEnd);
    await expect(new Response(stream).text()).rejects.toBe(failure);
    expect(onEnd.mock.calls).toEqual([[failure]]);
  });
});

async function* parts(texts: readonly (string | Error)[], made: string[] = []): AsyncGenerator<string> {
  for (const text of texts) {
    await Promise.resolve();
    if (text instanceof Error) throw text;
    made.push(text);
    yield text;
  }
}
