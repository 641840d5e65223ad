/** In pixels. A lower frame is unreadable; a higher one would displace the page. */
const minHeight = 200;
const maxHeight = 6_000;

/**
 * Reads the height that the widget requests: the second element of an array message (specification section 2, "Reviews"), within limits.
 * Undefined for all other messages.
 */
export function heightFrom(message: unknown): number | undefined {
  if (!Array.isArray(message)) return undefined;
  const height = Number(message[1]);
  if (!Number.isFinite(height) || height <= 0) return undefined;
  return Math.round(Math.min(maxHeight, Math.max(minHeight, height)));
}
