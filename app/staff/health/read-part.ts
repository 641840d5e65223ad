/** The state of one part of the program, or why it could not be read. */
export type PartResult<Value> = { ok: true; value: Value } | { ok: false; reason: "slow" | "failed" };

const readTimeoutMs = 3_000;

/**
 * Reads one part of the page with a timeout, so that a part that hangs or fails does not affect the others.
 * @param onError receives the fault for the log; the page does not display it
 */
export async function readPart<Value>(
  read: () => Value | Promise<Value>,
  onError: (error: unknown) => void,
  timeoutMs = readTimeoutMs,
): Promise<PartResult<Value>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<PartResult<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, reason: "slow" }), timeoutMs);
  });
  try {
    return await Promise.race([slow, readOrFail(read, onError)]);
  } finally {
    clearTimeout(timer);
  }
}

async function readOrFail<Value>(
  read: () => Value | Promise<Value>,
  onError: (error: unknown) => void,
): Promise<PartResult<Value>> {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    onError(error);
    return { ok: false, reason: "failed" };
  }
}
