/** Cuts a text so that its UTF-8 form has at most so many bytes, never in the middle of a character. */
export function shortenToBytes(text: string, maxBytes: number): string {
  // No character has more than three bytes per UTF-16 unit.
  if (text.length * 3 <= maxBytes) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

const encoder = new TextEncoder();
