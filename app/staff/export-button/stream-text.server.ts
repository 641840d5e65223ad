import type { ExportTimeouts } from "#app/staff/export-button/export-limits.ts";

type Options = {
  onEnd: (error?: unknown) => Promise<void>;
  /** Called every `checkMs`. */
  isPermitted: () => Promise<boolean>;
  timeouts: ExportTimeouts;
};

/** Ends a stream whose reader may no longer read it, because the session or the permission has ended. */
export class AccessEndedError extends Error {}

/**
 * Encodes text as a stream of bytes while it is read. `onEnd` is called once, however the stream ends: completely, canceled by the reader,
 * after a timeout, or with an error such as `AccessEndedError`, which it receives. (`ReadableStream.from` does not end a generator whose
 * stream was never read.)
 */
export function streamText(
  parts: AsyncGenerator<string>,
  { onEnd, isPermitted, timeouts }: Options,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ending: Promise<void> | undefined;
  let chunkTimer: NodeJS.Timeout | undefined;
  let totalTimer: NodeJS.Timeout | undefined;
  let checkTimer: NodeJS.Timeout | undefined;

  const end = async (...error: [unknown?]): Promise<void> => {
    clearTimeout(chunkTimer);
    clearTimeout(totalTimer);
    clearInterval(checkTimer);
    // This waits for a chunk that is being created. Its failure no longer concerns a reader.
    await parts.return(undefined).catch(() => undefined);
    await onEnd(...error);
  };
  const finish = (...error: [unknown?]): Promise<void> => (ending ??= end(...error));

  return new ReadableStream<Uint8Array>({
    start(controller) {
      totalTimer = setTimeout(() => timeOut(controller), timeouts.totalMs).unref();
      checkTimer = setInterval(() => void check(controller), timeouts.checkMs).unref();
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
      chunkTimer = setTimeout(() => timeOut(controller), timeouts.chunkMs).unref();
    },
    cancel: () => finish(),
  });

  /** A database that does not respond ends no export; the export's own queries report it. */
  async function check(controller: ReadableStreamDefaultController): Promise<void> {
    const permitted = await isPermitted().catch(() => true);
    if (permitted || ending !== undefined) return;
    const error = new AccessEndedError("The reader’s access has ended.");
    controller.error(error);
    void finish(error);
  }

  /** The reader gets an error, so that a partial file is not mistaken for a complete one. The export itself did not fail. */
  function timeOut(controller: ReadableStreamDefaultController): void {
    controller.error(new Error("The reader took too long."));
    void finish();
  }
}
