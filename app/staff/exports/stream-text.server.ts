/**
 * Text as a stream of bytes, made while it is read. `onEnd` is called however the reading ends: complete, given up by the
 * reader, or broken off by an error, which it gets. (`ReadableStream.from` does not end a generator that nobody has begun to
 * read.)
 */
export function streamText(
  parts: AsyncGenerator<string>,
  onEnd: (error?: unknown) => Promise<void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await parts.next();
        if (next.done !== true) return controller.enqueue(encoder.encode(next.value));
      } catch (error) {
        await onEnd(error);
        throw error;
      }
      await onEnd();
      controller.close();
    },
    async cancel() {
      await parts.return(undefined);
      await onEnd();
    },
  });
}
