/** What came of asking a part of the program how it fares. */
export type Settled<Value> = { ok: true; value: Value } | { ok: false; reason: "slow" | "failed" };

/** The longest that the page waits for a part, in milliseconds. */
const patienceMs = 3_000;

/**
 * Asks one part, and waits no longer than that: whatever is wrong with it, the page says so and shows the others.
 * @param onError told why a part failed; the page tells nobody
 */
export async function settlePart<Value>(
  ask: () => Value | Promise<Value>,
  onError: (error: unknown) => void,
  waitMs = patienceMs,
): Promise<Settled<Value>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const slow = new Promise<Settled<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, reason: "slow" }), waitMs);
  });
  try {
    return await Promise.race([slow, answerOf(ask, onError)]);
  } finally {
    clearTimeout(timer);
  }
}

async function answerOf<Value>(
  ask: () => Value | Promise<Value>,
  onError: (error: unknown) => void,
): Promise<Settled<Value>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    onError(error);
    return { ok: false, reason: "failed" };
  }
}
