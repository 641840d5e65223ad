import type { ExportTimeouts } from "#app/staff/export-button/export-limits.ts";

/**
 * Encodes text as a stream of bytes while it is read. `onEnd` is called once, however the stream ends: completely, canceled by the reader,
 * after a timeout, or with an error, which it receives. (`ReadableStream.from` does not end a generator whose stream was never read.)
 */
export function streamText(
  parts: AsyncGenerator<string>,
  { onEnd, timeouts }: { onEnd: (error?: unknown) => Promise<void>; timeouts: ExportTimeouts },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ending: Promise<void> | undefined;
  let chunkTimer: NodeJS.Timeout | undefined;
  let totalTimer: NodeJS.Timeout | undefined;

  const end = async (...error: [unknown?]): Promise<void> => {
    clearTimeout(chunkTimer);
    clearTimeout(totalTimer);
    // This waits for a chunk that is being created. Its failure no longer concerns a reader.
    await parts.return(undefined).catch(() => undefined);
    await onEnd(...error);
  };
  const finish = (...error: [unknown?]): Promise<void> => (ending ??= end(...error));

  return new ReadableStream<Uint8Array>({
    start(controller) {
      totalTimer = setTimeout(() => abort(controller), timeouts.totalMs).unref();
    },
    async pull(controller) {
      clearTimeout(chunkTimer);
      const next = await parts.next().catch(async (error: unknown) => {
        await finish(error);
        throw error;
      });
      // The stream has ended meanwhile.
      if (ending !== undefined) return;
      if (next.done === true) {
        await finish();
        controller.close();
        return;
      }
      controller.enqueue(encoder.encode(next.value));
      chunkTimer = setTimeout(() => abort(controller), timeouts.chunkMs).unref();
    },
    cancel: () => finish(),
  });

  function abort(controller: ReadableStreamDefaultController): void {
    // An error, so that a partial file is not mistaken for a complete one.
    controller.error(new Error("The reader took too long."));
    void finish();
  }
}
