import type { ExportPatience } from "#app/staff/data-table/export-limits.ts";

/**
 * Text as a stream of bytes, made while it is read. `onEnd` is called once, however the reading ends: complete, given up by the
 * reader or, where the reader takes too long, by us, or broken off by an error, which it gets. (`ReadableStream.from` does not end a
 * generator that nobody has begun to read.)
 */
export function streamText(
  parts: AsyncGenerator<string>,
  { onEnd, patience }: { onEnd: (error?: unknown) => Promise<void>; patience: ExportPatience },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ending: Promise<void> | undefined;
  let unread: NodeJS.Timeout | undefined;
  let whole: NodeJS.Timeout | undefined;

  const end = async (...error: [unknown?]): Promise<void> => {
    clearTimeout(unread);
    clearTimeout(whole);
    // It waits for a part that is being made. Where that fails, nobody is there any more to be told.
    await parts.return(undefined).catch(() => undefined);
    await onEnd(...error);
  };
  const finish = (...error: [unknown?]): Promise<void> => (ending ??= end(...error));

  return new ReadableStream<Uint8Array>({
    start(controller) {
      whole = setTimeout(() => giveUp(controller), patience.wholeMs).unref();
    },
    async pull(controller) {
      clearTimeout(unread);
      const next = await parts.next().catch(async (error: unknown) => {
        await finish(error);
        throw error;
      });
      // Given up meanwhile: there is nobody to hand it to.
      if (ending !== undefined) return;
      if (next.done === true) {
        await finish();
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(next.value));
      unread = setTimeout(() => giveUp(controller), patience.unreadMs).unref();
    },
    cancel: () => finish(),
  });

  function giveUp(controller: ReadableStreamDefaultController): void {
    // An error, not an end: half a file must not pass for a whole one.
    controller.error(new Error("Its reader took too long."));
    void finish();
  }
}
