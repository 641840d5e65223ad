/** In pixels: lower nothing could be read, higher the page would be the widget's. */
const lowest = 200;
const highest = 6_000;

/**
 * The height that the widget asks for: the second element of a message that is an array (specification section 2,
 * "Reviews"), within sane limits. Undefined for every other message.
 */
export function heightFrom(message: unknown): number | undefined {
  if (!Array.isArray(message)) return undefined;
  const height = Number(message[1]);
  if (!Number.isFinite(height) || height <= 0) return undefined;
  return Math.round(Math.min(highest, Math.max(lowest, height)));
}
